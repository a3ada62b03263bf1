import type { Settings } from './settings.ts';
import { isLast } from './shard.ts';

/** What a run may cost, whatever the service accepts. */
export interface Caps {
  /** Completions that are paid for, each choice counted. */
  completions: number;
  /** Completion tokens that those ask for: their limits, times their choices. */
  tokens: number;
  /** Once the service reported so many tokens, prompts included, nothing more is bought. */
  reported: number;
}

const BY_PROFILE: Readonly<Record<Settings['profile'], Caps>> = {
  smoke: { completions: 40, tokens: 1_000, reported: 10_000 },
  standard: { completions: 180, tokens: 2_500, reported: 10_000 },
  exhaustive: { completions: 400, tokens: 5_000, reported: 25_000 },
};

/** Prompts included, an answer reports more than it was asked for: who allows more of one allows more of the other. */
const REPORTED_FOR_EACH = 4;

/**
 * Of what a run may cost, the part that all shards but the last have together: they buy a few controls, and what is wrongly
 * accepted.
 */
const ELSEWHERE = 0.3;
/** The same of what may be reported: their answers are short. */
const REPORTED_ELSEWHERE = 0.2;
/**
 * Tokens that each of them may ask for, beside what the last one may: one request without a limit (256) has to fit in beside
 * its controls.
 */
const TOKENS_ELSEWHERE = 400;

/**
 * What each model that is named beside the first one may cost on top: its requests are sent once, and never repeated with
 * more room.
 */
export const EACH_OTHER_MODEL = { completions: 8, tokens: 100 } as const;

/**
 * The caps of a run: those of its profile and of the further models that were named, or what the user gave with
 * `--max-billed` and `--max-tokens`.
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
  // What the user set is a limit of all shards together.
  const strict = budget.tokens !== undefined;
  return isLast(shard)
    ? {
        completions: rest('completions'),
        tokens: strict ? rest('tokens') : whole.tokens,
        reported: rest('reported'),
      }
    : {
        completions: share('completions'),
        tokens: strict ? share('tokens') : TOKENS_ELSEWHERE,
        reported: share('reported'),
      };
}
