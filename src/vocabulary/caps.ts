import type { Settings } from './settings.ts';

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

/** The caps of a run: those of its profile, or what the user gave with `--max-billed` and `--max-tokens`. */
export function capsOf({ profile, budget }: Pick<Settings, 'profile' | 'budget'>): Caps {
  const caps = BY_PROFILE[profile];
  return {
    completions: budget.billed ?? caps.completions,
    tokens: budget.tokens ?? caps.tokens,
    reported: caps.reported,
  };
}
