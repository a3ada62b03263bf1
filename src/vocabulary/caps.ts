import { isLast, type Settings } from './settings.ts';

/** The maximum cost of a run, whatever the service accepts. */
export interface Caps {
  /** Paid completions, each choice counted. */
  completions: number;
  /** Requested completion tokens: limits times choices. */
  tokens: number;
  /** After so many reported tokens, prompts included, nothing more is bought. */
  reported: number;
}

const BY_PROFILE: Readonly<Record<Settings['profile'], Caps>> = {
  smoke: { completions: 40, tokens: 1_000, reported: 10_000 },
  standard: { completions: 180, tokens: 2_500, reported: 10_000 },
  exhaustive: { completions: 400, tokens: 5_000, reported: 25_000 },
};

/** With its prompt, a response reports more tokens than its limit: both bounds grow together. */
const REPORTED_FOR_EACH = 4;

/**
 * The share of the caps of all shards but the last together: they buy a few controls, and wrongly accepted
 * requests.
 */
const ELSEWHERE = 0.3;
/** The same for reported tokens: their responses are short. */
const REPORTED_ELSEWHERE = 0.2;
/**
 * Tokens per such shard in addition to its share: one request without a limit (256) has to fit in next to its
 * controls.
 */
const TOKENS_ELSEWHERE = 400;

/**
 * The additional cost of each further model: its requests are sent once, and never repeated with a larger limit.
 */
export const EACH_OTHER_MODEL = { completions: 8, tokens: 101 } as const;

/**
 * The caps of a run: those of its profile and its additional models, or the values of `--max-billed` and
 * `--max-tokens`.
 */
export function capsOf({
  profile,
  budget,
  shard,
  otherModels = [],
}: Pick<Settings, 'profile' | 'budget' | 'shard' | 'otherModels'>): Caps {
  const caps = BY_PROFILE[profile];
  const whole = {
    completions: budget.billed ?? caps.completions + otherModels.length * EACH_OTHER_MODEL.completions,
    tokens: budget.tokens ?? caps.tokens + otherModels.length * EACH_OTHER_MODEL.tokens,
    reported: Math.max(caps.reported, REPORTED_FOR_EACH * (budget.tokens ?? 0)),
  };
  if (shard === undefined || shard.of === 1) return whole;
  const others = shard.of - 1;
  const share = (cap: keyof Caps) =>
    Math.floor((whole[cap] * (cap === 'reported' ? REPORTED_ELSEWHERE : ELSEWHERE)) / others);
  const rest = (cap: keyof Caps) => whole[cap] - others * share(cap);
  // The user's values limit all shards together.
  const strict = budget.tokens !== undefined;
  const of = isLast(shard) ? rest : share;
  const tokens = isLast(shard) ? whole.tokens : TOKENS_ELSEWHERE;
  return {
    completions: of('completions'),
    tokens: strict ? of('tokens') : tokens,
    reported: of('reported'),
  };
}
