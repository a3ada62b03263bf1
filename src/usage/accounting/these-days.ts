import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { isDated } from '../history/closed-range.ts';
import { HistoryTotals } from '../walk/history-totals.ts';
import { askPage } from '../walk/page.ts';
import { inLiveRange } from './live-totals.ts';

/**
 * A page of recent records, including this run's if they are counted: a service may store open days elsewhere.
 * Undefined if they are unavailable, which other checks report.
 */
export async function recordsOfTheseDays(
  context: CheckContext,
  ask: Requester,
): Promise<HistoryTotals | undefined> {
  const found = await context.usageNames();
  if (!isDated(found)) return undefined;
  const live = await orUndefined(
    inLiveRange(ask, found, 'stats', (range) =>
      askPage(ask, found.names, range, 'a page of records of these days'),
    ),
  );
  if (!live) return undefined;
  const records = new HistoryTotals(found.stableIds);
  records.addPage(live.reading);
  return records;
}
