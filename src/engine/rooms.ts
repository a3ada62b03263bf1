import type { Price } from '../vocabulary/billed.ts';
import type { Caps } from '../vocabulary/caps.ts';
import type { Purpose } from './queued-request.ts';

/** Shares of the cap that are kept for what is asked late, and for valid requests, from what is asked before them. */
const FOR_DOORS = 1 / 9;
const FOR_VALID = 0.4;
/** The same while valid requests are under way, for their breaches: these are repeated when all of a kind are answered. */
const FOR_REPEATS = 1 / 22;
const FOR_VALID_TOKENS = 0.56;
const FOR_DOORS_TOKENS = 0.12;
/** The share of tokens that answers with more room leave to bad requests: enough for one that has no limit. */
const FOR_BAD_TOKENS = 0.12;

/** What each purpose was billed for. */
export type Spent = Record<Purpose, Price>;

/** How far a run is. */
export interface Standings {
  caps: Caps;
  spent: Spent;
  /** What was billed so far, with what is under way. */
  used: Price;
  /** 1 where something is kept for what comes late, and 0 where that is asked elsewhere. */
  kept: 0 | 1;
  /** Whether valid requests are under way, whose breaches will be repeated. */
  repeating: boolean;
}

/** What may still be bought for each purpose, and for answers that are asked for again with more room: `larger`. */
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
