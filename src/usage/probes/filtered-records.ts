import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { closedHistory } from '../history/closed-history.ts';
import { unlessMissing } from '../required-answer.ts';
import { HistoryTotals } from '../walk/history-totals.ts';
import { askPage } from '../walk/page.ts';

const FILTERS = ['model', 'provider', 'source'] as const;

/** Number of records that are examined for each filter: the default page. */
const PAGE = 100;

/**
 * Records by one filter each, for checks of record members; other checks judge the filter itself. Undefined if no
 * filter is available.
 */
export async function recordsByFilters(
  context: CheckContext,
  ask: Requester,
): Promise<HistoryTotals | undefined> {
  const records = async () => {
    const { found, range, history } = await closedHistory(context, ask);
    const { names } = found;
    const records = new HistoryTotals(true, false);
    for (const filter of FILTERS.filter((one) => names[one] !== undefined)) {
      const counts = [...history.whole.counts(filter)].filter(([value]) => value !== '');
      const [commonest] = counts.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      if (!commonest) continue;
      const query = { ...range, [filter]: commonest[0], ...(names.limit && { limit: PAGE }) };
      records.addPage(await askPage(ask, names, query, `some records by ${filter}`, 'no-error'));
    }
    return records.count > 0 ? records : undefined;
  };
  return unlessMissing(records());
}
