import { schemaOf } from '../contract/schemas.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import type { Profile } from '../vocabulary/settings.ts';
import {
  effortRows,
  historyRow,
  jsonRow,
  logprobsRow,
  longStreamRow,
  newerLimitRow,
  otherModelRows,
  plainRow,
  sameSeedRows,
  schemaRow,
  stopRow,
  streamedNoneRow,
  streamedSchemaRow,
  toolRow,
} from './basics.ts';
import { combinationRows } from './combinations.ts';
import { drawnRows } from './drawn-members.ts';

/** The inputs for the valid requests of a run. */
export interface CorpusOptions {
  profile: Profile;
  seed: number;
  model: string;
  reasoningModel: string | undefined;
  /** Additional models of the user. */
  otherModels?: readonly string[] | undefined;
}

const known = new Map<string, readonly PlannedCompletion[]>();

/**
 * The valid requests that a run pays for and that its checks share. First the named ones, of which the smoke
 * profile has only some; then rows in which every compatible pair of classes of two members occurs. The same
 * options yield the same list.
 */
export function corpus(options: CorpusOptions): readonly PlannedCompletion[] {
  const { profile, seed, model, reasoningModel, otherModels } = options;
  const key = JSON.stringify([profile, seed, model, reasoningModel, otherModels]);
  const list = known.get(key) ?? plan(options);
  if (known.size > 32) known.clear();
  known.set(key, list);
  return list;
}

function plan(options: CorpusOptions): readonly PlannedCompletion[] {
  const others = options.otherModels ?? [];
  return [...ofModel(options), ...others.flatMap((model) => otherModelRows(model, options.seed))];
}

function ofModel({ profile, seed, model, reasoningModel }: CorpusOptions): readonly PlannedCompletion[] {
  const [sameSeed, streamed, again] = sameSeedRows(model, seed) as [
    PlannedCompletion,
    PlannedCompletion,
    PlannedCompletion,
  ];
  const smoke = [
    plainRow(model),
    { ...streamed, afterRefusals: 1 },
    toolRow(model),
    jsonRow(model),
    logprobsRow(model),
  ];
  if (profile === 'smoke') return smoke;
  const effort = schemaOf('completion-request').properties?.reasoning_effort;
  const efforts = typeof effort === 'object' ? (effort.enum as string[]) : [];
  return [
    ...smoke,
    sameSeed,
    { ...again, afterRefusals: profile === 'exhaustive' ? 3 : 1 },
    schemaRow(model),
    historyRow(model),
    stopRow(model),
    newerLimitRow(model),
    streamedSchemaRow(model),
    streamedNoneRow(model),
    longStreamRow(model),
    ...effortRows(reasoningModel ?? model, efforts, reasoningModel !== undefined, seed % 2 === 0),
    ...combinationRows(model, seed),
    ...(profile === 'exhaustive' ? drawnRows(model, seed, 24) : []),
  ];
}
