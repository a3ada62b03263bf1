import type { Price } from '../vocabulary/billed.ts';
import type { Caps } from '../vocabulary/caps.ts';
import type { Purpose } from './queued-request.ts';

/** Shares of the cap that earlier requests leave for late requests and for valid requests. */
const FOR_DOORS = 1 / 9;
const FOR_VALID = 0.4;
/**
 * The same while valid requests are in flight, for repetitions of their violations, which follow when a kind is
 * complete.
 */
const FOR_REPEATS = 1 / 22;
const FOR_VALID_TOKENS = 0.56;
const FOR_DOORS_TOKENS = 0.12;
/**
 * The share of tokens that repetitions with larger limits leave to invalid requests: enough for one without a
 * limit.
 */
const FOR_BAD_TOKENS = 0.12;

/** The billed amount of each purpose. */
export type Spent = Record<Purpose, Price>;

/** The progress of a run. */
export interface Standings {
  caps: Caps;
  spent: Spent;
  /** What was billed so far, including requests in flight. */
  used: Price;
  /** 1 if this run reserves for late requests, 0 if another shard sends them. */
  kept: 0 | 1;
  /** Whether valid requests are in flight whose violations will be repeated. */
  repeating: boolean;
}

/** The remaining budget of each purpose, and of repetitions with larger limits: `larger`. */
export function rooms({ caps, spent, used, kept, repeating }: Standings): Record<Purpose | 'larger', Price> {
  const left = (kept: Price): Price => ({
    completions: caps.completions - used.completions - kept.completions,
    tokens: caps.tokens - used.tokens - kept.tokens,
  });
  const doors = {
    completions: atLeastNone(Math.ceil(caps.completions * FOR_DOORS * kept) - spent.doors.completions),
    tokens: atLeastNone(Math.floor(caps.tokens * FOR_DOORS_TOKENS * kept) - spent.doors.tokens),
  };
  const planned = {
    completions:
      doors.completions +
      atLeastNone(Math.floor(caps.completions * FOR_VALID * kept) - spent.valid.completions),
    tokens:
      doors.tokens + atLeastNone(Math.floor(caps.tokens * FOR_VALID_TOKENS * kept) - spent.valid.tokens),
  };
  const repeats = repeating ? Math.ceil(caps.completions * FOR_REPEATS * kept) : 0;
  const forBad = Math.ceil(caps.tokens * FOR_BAD_TOKENS * kept);
  return {
    doors: left({ completions: 0, tokens: 0 }),
    valid: left(doors),
    totals: left(doors),
    control: left(doors),
    lenient: left({ ...planned, completions: planned.completions + repeats }),
    larger: left({ ...planned, tokens: planned.tokens + forBad }),
  };
}

const atLeastNone = (number: number): number => Math.max(0, number);
