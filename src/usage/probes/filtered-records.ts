import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { closedHistory } from '../history/closed-history.ts';
import { unlessMissing } from '../required-answer.ts';
import { HistoryTotals } from '../walk/history-totals.ts';
import { askPage } from '../walk/page.ts';

const FILTERS = ['model', 'provider', 'source'] as const;

/** As many records are looked at of each filter as come where no size is asked for. */
const PAGE = 100;

/**
 * Records that come by a filter each, for those who judge what stands in them: whether the filter holds is judged apart.
 * Undefined where none can be asked for.
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
