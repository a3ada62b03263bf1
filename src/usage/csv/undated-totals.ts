import type { ExactSum } from '../exact-sum.ts';
import { MEASURES } from '../measures.ts';
import type { RecordSum } from '../record-sum.ts';
import { integerAt } from './number.ts';
import type { Row } from './row.ts';
import { isTotals, place, type RowPlace, texts } from './rows.ts';

/**
 * Where rows have no dates, one of totals looks like the others: it says in a word what it is, and comes to what all others come
 * to. Takes it out of the sums, which count it in, of the measures (`columns` are theirs, -1 for none) and of other columns.
 */
export function totalsTaken(
  last: Row,
  columns: readonly number[],
  all: RecordSum,
  others: ReadonlyMap<number, ExactSum>,
): RowPlace | undefined {
  const text = texts(last).join(' | ');
  if (!isTotals(text) || !/\p{L}/u.test(text)) return undefined;
  const at = (column: number) => (column < 0 ? 0 : (integerAt(last, column) ?? 0));
  const counts = columns.map(at);
  const { totals } = all;
  if (!MEASURES.every((measure, i) => totals[measure] === 2n * BigInt(counts[i]!))) return undefined;
  all.count--;
  for (const [i, count] of counts.entries()) all.sums[i]!.add(-count);
  for (const [column, sum] of others) sum.add(-at(column));
  return place(last, text);
}
