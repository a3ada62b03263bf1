import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { least } from '../../vocabulary/extremes.ts';
import { attempt, Inconclusive, isUndecidable, type Undecidable } from '../../vocabulary/undecidable.ts';
import { type Day, dayOf, daysAfter, FARTHEST_MIDNIGHT, startOf } from '../days.ts';
import { type ClosedHistory, closedHistory, permittedSumsWithin } from '../history/closed-history.ts';
import { closedRange } from '../history/closed-range.ts';
import { between, MANY, middleOf } from '../history/ranges.ts';
import type { Compared } from '../judge/same-records.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { type Paging, walk } from '../walk/walk.ts';

/** What the stats show up to a day, as far as it lies in the range: it may begin later than the records do. */
export async function endAlone(context: CheckContext, ask: Requester): Promise<Compared | Undecidable> {
  const whole = await closedHistory(context, ask);
  if (whole.paging.single) return endAloneUnpaged(context, ask, whole);
  const { end } = middleOf(whole);
  const first = least(whole.history.byInstant.keys());
  const early = whole.history.count > MANY ? daysAfter(dayOf(first), 4) : end;
  const paging: Paging = { ...whole.paging, due: 'no-error' };
  const all = await walk(ask, paging, { end: early }, 'records up to a day');
  const from = startOf(daysAfter(whole.range.start, 1)) + FARTHEST_MIDNIGHT;
  const walked = between(all, from, Number.POSITIVE_INFINITY);
  const history = between(whole.history, from, Number.POSITIVE_INFINITY);
  const allowed = permittedSumsWithin(history, undefined, early).map((aggregate) => aggregate.all);
  return {
    asked: `a date up to ${early}, of those that come with both dates`,
    walked,
    allowed,
    from: whole.history,
  };
}

/** Days before the end of closed days up to which few records may come: a history may be short, or long. */
const LOOKING_BACK = [15, 20, 30, 36, 45, 60, 80, 120, 240, 350, 700];

/** The same where one page has to hold all of them: beside what comes with a start that is long ago. */
async function endAloneUnpaged(
  context: CheckContext,
  ask: Requester,
  { paging, range }: ClosedHistory,
): Promise<Compared | Undecidable> {
  const { start } = (await closedRange(context, ask)).range;
  const from = startOf(daysAfter(start, 1)) + FARTHEST_MIDNIGHT;
  const later = (history: HistoryTotals) => between(history, from, Number.POSITIVE_INFINITY);
  const upTo = async (end: Day): Promise<Compared | undefined> => {
    const first = await walk(ask, paging, { start, end }, 'the first records of all');
    if (first.count === 0) return undefined;
    const all = await walk(ask, { ...paging, due: 'no-error' }, { end }, 'records up to a day');
    const asked = `a date up to ${end}, of those that come with both dates`;
    return { asked, walked: later(all), allowed: [later(first).all], from: first };
  };
  const none = new Inconclusive('no range of a few days fits in one page', [], paging.single!.blockedBy);
  let last: Undecidable = none;
  for (const days of LOOKING_BACK) {
    const end = daysAfter(range.end, -days);
    const compared = end <= start ? undefined : await attempt(upTo(end));
    if (!compared) break;
    if (!isUndecidable(compared)) return compared;
    last = compared;
  }
  return last;
}
