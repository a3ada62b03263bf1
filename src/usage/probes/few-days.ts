import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Aggregate } from '../aggregate.ts';
import { columnsOf, exportTotals } from '../csv/columns-by-value.ts';
import { addable, askExport } from '../csv/export.ts';
import { type Day, type DayRange, dayOf, daysAfter } from '../days.ts';
import { closedHistory, permittedSumsWithin } from '../history/closed-history.ts';
import type { FewDays } from '../judge/few-days.ts';
import { askSummary, shownTotals } from '../summary.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { others, withOtherKey } from './isolation.ts';

/** Days from the first to the last: a day near one end is not near the other. */
const LENGTH = 3;

/**
 * The usage of a few closed days for either key: short ranges may use another query. None without usage of the
 * respective other organization.
 */
export async function fewDays(
  context: CheckContext,
  endpoint: FewDays['endpoint'],
): Promise<((ask: Requester) => Promise<FewDays>)[]> {
  const whole = await closedHistory(context, context);
  const theirs = await others(context, whole);
  const { names } = whole.found;
  return (['our', "the other organization's"] as const).flatMap((whose) => {
    const sides = (ours: UsageSnapshot, others: UsageSnapshot) =>
      whose === 'our' ? { mine: ours, strange: others } : { mine: others, strange: ours };
    const day = tellingDay(sides(whole.history, theirs), whole.range);
    if (day === undefined) return [];
    const range = { start: day, end: daysAfter(day, LENGTH) };
    const gather = async (ask: Requester): Promise<FewDays> => {
      const closed = await closedHistory(context, ask);
      const { mine, strange } = sides(closed.history, await others(ask, closed));
      const by = whose === 'our' ? ask : withOtherKey(ask);
      const readings = (of: UsageSnapshot) => permittedSumsWithin(of, range.start, range.end);
      const own = readings(mine);
      const totalsOf = (all: readonly Aggregate[]) => all.map((aggregate) => aggregate.all.totals);
      const base = { endpoint, range, own: totalsOf(own), strange: totalsOf(readings(strange)) };
      if (endpoint === 'summary') {
        const summary = await askSummary(by, names, range, `${whose} sums of a few days`);
        return { ...base, exchange: summary.exchange, shown: shownTotals(summary) };
      }
      const rows = addable(await askExport(by, names, range, `${whose} rows of a few days`));
      return {
        ...base,
        exchange: rows.exchange,
        shown: exportTotals(rows.table, columnsOf(rows.table, own)),
      };
    };
    const key = answerKey<FewDays>(`isolation/few-days/${endpoint}/${whose === 'our' ? 'ours' : 'others'}`);
    return (ask: Requester) => ask.shared(key, gather);
  });
}

/**
 * The middle one of the days well inside a range on which the other organization has usage: of those of both, if
 * there are any.
 */
export function tellingDay(
  { mine, strange }: { mine: UsageSnapshot; strange: UsageSnapshot },
  range: DayRange,
): Day | undefined {
  const daysOf = ({ byInstant }: UsageSnapshot) =>
    [...byInstant].filter(([, { all }]) => all.totals.total_tokens > 0n).map(([instant]) => dayOf(instant));
  const isInside = (day: Day) => day > daysAfter(range.start, 2) && day < daysAfter(range.end, -3 - LENGTH);
  const days = [...new Set(daysOf(strange))].filter(isInside).sort();
  const known = new Set(daysOf(mine));
  const shared = days.filter((day) => known.has(day));
  const chosen = shared.length > 0 ? shared : days;
  return chosen[Math.floor(chosen.length / 2)];
}
