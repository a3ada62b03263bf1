/* The exports of `chatspec` for programs; everything else is private. */
export type { ChatspecConfig, TargetConfig } from '../config/define.ts';
export { defineConfig } from '../config/define.ts';
export type { FetchLike } from '../http/fetch-dispatcher.ts';
export type { Report, ReportCheck, ReportFinding } from '../report/model.ts';
export { OptionError } from '../vocabulary/option-error.ts';
export type { Level, RunVerdict, Verdict } from '../vocabulary/verdict.ts';
export { type CheckInfo, checks } from './checks.ts';
export { type Judgement, type JudgeOptions, type JudgeProgress, judge } from './judge.ts';
export { createReference, type Reference, type ReferenceOptions } from './reference.ts';
export type { Service } from './service.ts';
