import { DAY, type Day, startOf } from '../days.ts';
import { mergedSums, type RecordSum } from '../record-sum.ts';
import type { HistoryTotals } from './history-totals.ts';

/**
 * The records dated in closed days, or a day beside them. Where stats do not keep to a range, a walk through it brings the
 * records of today as well, which grow while a run is on and tell nothing of what is closed.
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
