import { OptionError } from '../vocabulary/option-error.ts';

/** What is left out of a run that does not judge usage: its endpoints, accounts and everything that rests on them. */
const USAGE = [
  'usage',
  'accounting',
  'isolation',
  'billing',
  'path/stats',
  'path/summary',
  'path/export',
  'auth/stats-*',
  'auth/summary-*',
  'auth/export-*',
  'auth/usage-refusal-status',
];

/** Bad requests: a service that accepts them harms no program that sends good ones. */
const LENIENCY = [
  'request/*-wrong-type',
  'request/*-missing',
  'request/*-unknown-value',
  'request/*-above-maximum',
  'request/*-below-minimum',
  'request/unknown-field',
  'request/unparsable-*',
  'request/lenient-*',
  'request/drawn-violations',
  'request/null-optional',
  'request/openai-values',
];

/** What each scope leaves out, in the words of `--skip`. */
const SCOPES = {
  /** The completion endpoint alone: no usage, accounting, isolation and billing. */
  chat: USAGE,
  /** What client libraries need of it, without leniency. */
  compat: [...USAGE, ...LENIENCY],
} as const satisfies Record<string, readonly string[]>;

/** The selectors that a scope leaves out; throws `OptionError` for a word that is none. */
export function scopeSkips(scope: string | undefined): readonly string[] {
  if (scope === undefined) return [];
  if (scope in SCOPES) return SCOPES[scope as keyof typeof SCOPES];
  throw new OptionError(`--scope must be one of ${Object.keys(SCOPES).join(', ')}`);
}
