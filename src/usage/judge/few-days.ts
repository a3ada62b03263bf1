import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { DayRange } from '../days.ts';
import { inWords, MEASURES, type Totals } from '../measures.ts';
import { breach } from './finding.ts';

/** The usage of a few closed days that an endpoint shows one key, and the sums of each organization's records. */
export interface FewDays {
  exchange: Exchange;
  endpoint: 'summary' | 'export';
  /** ISO days, both included. */
  range: DayRange;
  shown: Partial<Totals>;
  /** Every honest reading of the range in the records of the key's organization, and in those of the other one. */
  own: readonly Totals[];
  strange: readonly Totals[];
}

/** Sums that agree by chance agree in one measure, not in all of them. */
const ENOUGH = 3;

/** A short range, too, counts only the usage of the key's organization, not exactly that of both together. */
export const ownFewDays: Judge<FewDays> = ({ exchange, endpoint, range, shown, own, strange }) => {
  const known = MEASURES.filter((m) => shown[m] !== undefined);
  const measure = known[0];
  if (measure === undefined || known.length < ENOUGH) return [];
  const isShown = (reading: (m: (typeof MEASURES)[number]) => bigint) =>
    known.every((m) => shown[m] === reading(m));
  if (own.some((mine) => isShown((m) => mine[m]))) return [];
  const both = own.some((mine) =>
    strange.some((other) => other.total_tokens > 0n && isShown((m) => mine[m] + other[m])),
  );
  if (!both) return [];
  const expected = `only the usage of the key's organization from ${range.start} to ${range.end}`;
  const actual = `${shown[measure]} ${inWords(measure)} in the ${endpoint}, the sum of both organizations`;
  return [breach(exchange, 'body', expected, actual)];
};
