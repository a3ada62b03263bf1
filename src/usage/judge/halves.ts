import type { DoubtingJudge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { decided, Inconclusive } from '../../vocabulary/undecidable.ts';
import { breach } from './finding.ts';

/** What an endpoint shows of one range: its counts, by their names in words. */
export interface Part {
  exchange: Exchange;
  shown: ReadonlyMap<string, bigint>;
}

/** Two adjacent ranges, and their union. */
export interface Halves {
  endpoint: 'summary' | 'export';
  union: Part;
  first: Part;
  /** From the day after the first part, from its last day, and from the day before that, as far as requested. */
  seconds: readonly Part[];
}

/** The parts add up to the whole, in all counts that each of them shows. */
export const halvesAddUp: DoubtingJudge<Halves> = ({ endpoint, union, first, seconds }) => {
  const all = [union, first, ...seconds];
  const counts = [...union.shown.keys()].filter((count) => all.every(({ shown }) => shown.has(count)));
  if (counts.length === 0) {
    const blockedBy = endpoint === 'summary' ? 'usage/summary-schema' : undefined;
    return new Inconclusive(`no count of the ${endpoint} is known`, [union.exchange], blockedBy);
  }
  const both = (second: Part, count: string) => first.shown.get(count)! + second.shown.get(count)!;
  const differing = seconds.map((second) =>
    counts.find((count) => both(second, count) !== union.shown.get(count)),
  );
  const [count] = differing;
  if (count === undefined || differing.includes(undefined)) return [];
  const parts = seconds.map((second) => both(second, count)).join(' or ');
  return [
    breach(
      [first.exchange, union.exchange, ...seconds.map(({ exchange }) => exchange)],
      'body',
      `counts of two adjacent ranges in the ${endpoint} that add up to those of their union`,
      `${parts} ${count} in the parts, ${union.shown.get(count)} in the whole`,
    ),
  ];
};

/** Whether two ranges are adjacent, as far as their counts show. */
export const meet = (halves: Omit<Halves, 'seconds'>, second: Part): boolean =>
  decided(halvesAddUp({ ...halves, seconds: [second] })).length === 0;
