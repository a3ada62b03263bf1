import type { ExactSum } from '../exact-sum.ts';
import type { RecordSum } from '../record-sum.ts';
import { integerAt } from './number.ts';
import type { Row } from './reader.ts';
import { isTotals, place, type RowPlace, texts } from './rows.ts';

/**
 * If rows have no dates, a totals row looks like the others, except for a word and its sums. Removes it from the
 * sums, which include it, of the measures (`columns` are theirs, -1 for none) and of other columns.
 */
export function withoutTotalRow(
  last: Row,
  columns: readonly number[],
  all: RecordSum,
  others: ReadonlyMap<number, ExactSum>,
): RowPlace | undefined {
  const text = texts(last).join(' | ');
  if (!isTotals(text) || !/\p{L}/u.test(text)) return undefined;
  const at = (column: number) => (column < 0 ? undefined : integerAt(last, column));
  const measured = columns.map((column, i) => ({ sum: all.sums[i]!, count: at(column) ?? 0 }));
  const counted = [...others].flatMap(([column, sum]) => {
    const count = at(column);
    return count === undefined ? [] : [{ sum, count }];
  });
  const summed = [...measured, ...counted];
  const isShown = columns.some((column) => at(column) !== undefined) || counted.length > 0;
  if (!isShown || !summed.every(({ sum, count }) => sum.value === 2n * BigInt(count))) return undefined;
  all.count--;
  for (const { sum, count } of summed) sum.add(-count);
  return place(last, text);
}
