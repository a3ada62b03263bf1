import { type CheckContext, Inconclusive, type Requester } from '../../vocabulary/check.ts';
import { closedHistory, permittedSumsWithin } from '../closed-history.ts';
import { type Day, dayOf, daysAfter } from '../days.ts';
import type { Names, Query } from '../endpoints.ts';
import { askExport } from '../export.ts';
import type { FewDays } from '../judge/few-days.ts';
import { MEASURES } from '../measures.ts';
import { columnsOf, exportTotal } from '../reconcile/columns-by-value.ts';
import { askSummary, shownTotals } from '../summary.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { others, withOtherKey } from './isolation.ts';

/**
 * A closed day and the next one, as an endpoint counts them for either key: short ranges may be looked up in another place
 * than long ones. None where no such day has usage of both organizations.
 */
export async function fewDays(
  context: CheckContext,
  endpoint: FewDays['endpoint'],
): Promise<((ask: Requester) => Promise<FewDays>)[]> {
  const whole = await closedHistory(context, context);
  const day = sharedDay(whole.history, await others(context, whole), whole.range);
  if (day === undefined) return [];
  const range = { start: day, end: daysAfter(day, 1) };
  const { names } = whole.found;
  return (['our', "the other organization's"] as const).map((whose) => async (ask) => {
    const closed = await closedHistory(context, ask);
    const theirs = await others(ask, closed);
    const [mine, strange] = whose === 'our' ? [closed.history, theirs] : [theirs, closed.history];
    const by = whose === 'our' ? ask : withOtherKey(ask);
    const readings = (of: HistoryTotals) => permittedSumsWithin(of, range.start, range.end);
    const own = readings(mine);
    const counted =
      endpoint === 'summary'
        ? await summed(by, names, range, whose)
        : await rows(by, names, range, whose, own);
    const totalsOf = (all: ReturnType<typeof readings>) => all.map((aggregate) => aggregate.all.totals);
    return { ...counted, endpoint, range, own: totalsOf(own), strange: totalsOf(readings(strange)) };
  });
}

type Counted = Pick<FewDays, 'exchange' | 'shown'>;

async function summed(by: Requester, names: Names, range: Query, whose: string): Promise<Counted> {
  const summary = await askSummary(by, names, range, `${whose} sums of two days`);
  return { exchange: summary.exchange, shown: shownTotals(summary) };
}

async function rows(
  by: Requester,
  names: Names,
  range: Query,
  whose: string,
  own: Parameters<typeof columnsOf>[1],
): Promise<Counted> {
  const { exchange, table } = await askExport(by, names, range, `${whose} rows of two days`);
  if (table.ragged ?? table.unreadable)
    throw new Inconclusive('the rows of two days cannot be read', [exchange], 'usage/export-is-csv');
  const columns = columnsOf(table, own);
  const shown = MEASURES.map((measure) => [measure, exportTotal(table, columns, measure)] as const);
  return { exchange, shown: Object.fromEntries(shown.filter(([, sum]) => sum !== undefined)) };
}

/** The middle one of the days, well inside the range, on which both have usage. */
function sharedDay(
  ours: HistoryTotals,
  theirs: HistoryTotals,
  range: { start: Day; end: Day },
): Day | undefined {
  const daysOf = ({ byInstant }: HistoryTotals) =>
    new Set(
      [...byInstant].filter(([, { all }]) => all.totals.total_tokens > 0n).map(([instant]) => dayOf(instant)),
    );
  const known = daysOf(theirs);
  const shared = [...daysOf(ours)]
    .filter((day) => known.has(day) && day > daysAfter(range.start, 2) && day < daysAfter(range.end, -3))
    .sort();
  return shared[Math.floor(shared.length / 2)];
}
