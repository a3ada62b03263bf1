import { DAY, type Day, startOf } from '../days.ts';
import { mergedSums, type RecordSum } from '../record-sum.ts';
import type { HistoryTotals } from './history-totals.ts';

/**
 * The records dated in closed days, or a day next to them. If stats ignore the range, a walk also returns the
 * records of today, which grow during a run and are not closed.
 */
export function closedPart(
  { byInstant }: Pick<HistoryTotals, 'byInstant'>,
  { start, end }: { start: Day; end: Day },
): RecordSum {
  const [from, to] = [startOf(start) - DAY, startOf(end) + 2 * DAY];
  return mergedSums(
    [...byInstant].filter(([instant]) => instant >= from && instant < to).map(([, { all }]) => all),
  );
}
