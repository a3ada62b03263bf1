import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { least } from '../../vocabulary/extremes.ts';
import { dayOf, daysAfter, FARTHEST_MIDNIGHT, startOf } from '../days.ts';
import { closedHistory, permittedSumsWithin } from '../history/closed-history.ts';
import { between, MANY, middleOf } from '../history/ranges.ts';
import type { Compared } from '../judge/same-records.ts';
import { type Paging, walk } from '../walk/walk.ts';

/** The stats up to a day, as far as it is in the range: the range may begin later than the records. */
export async function endAlone(context: CheckContext, ask: Requester): Promise<Compared> {
  const whole = await closedHistory(context, ask);
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
