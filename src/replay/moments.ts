import { greatest, least } from '../vocabulary/extremes.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';

/** The requests with their times, in epoch milliseconds of the machine that sent them. */
export interface Moments {
  exchanges: number;
  /** The highest number of an exchange: `e7` has 7. */
  highest: number;
  firstAt: number;
  lastAt: number;
  /** The first request without the valid key, or with it in another form. */
  keysTriedAt?: number;
  /** How far the service's clock was ahead, by the Date headers of its responses. */
  ahead: number[];
}

/** Of nothing yet. */
export function noMoments(): Moments {
  return {
    exchanges: 0,
    highest: 0,
    firstAt: Number.POSITIVE_INFINITY,
    lastAt: Number.NEGATIVE_INFINITY,
    ahead: [],
  };
}

/** Adds one exchange. */
export function noteMoment(moments: Moments, line: ExchangeLine): void {
  moments.exchanges += 1;
  moments.highest = Math.max(moments.highest, Number(line.id.slice(1)));
  const { startedAt, timing, response, credential, owner } = line;
  moments.firstAt = Math.min(moments.firstAt, startedAt);
  moments.lastAt = Math.max(moments.lastAt, startedAt + timing.endMs);
  if (credential === 'none' || owner.startsWith('auth/')) {
    moments.keysTriedAt = Math.min(moments.keysTriedAt ?? Number.POSITIVE_INFINITY, startedAt);
  }
  const date = response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const told = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isFinite(told)) moments.ahead.push(told - startedAt - (timing.headersMs ?? timing.endMs));
}

/** Clocks that differ by less are considered equal: a Date header has whole seconds. */
const SAME_CLOCK_MS = 2_000;

/**
 * Offsets that make the times of each comparable: machines with different clocks are aligned by the service's
 * clock. Undefined if the service did not send it.
 */
export function corrections(all: readonly Moments[]): number[] {
  const medians = all.map(({ ahead }) => ahead.toSorted((a, b) => a - b)[Math.floor(ahead.length / 2)]);
  const known = medians.filter((median) => median !== undefined);
  const apart = greatest(known) - least(known);
  if (known.length < all.length || apart <= SAME_CLOCK_MS) return all.map(() => 0);
  return known;
}
