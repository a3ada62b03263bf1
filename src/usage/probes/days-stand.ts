import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import type { DayRange } from '../discovery/demanded.ts';
import { walkedHistory } from '../history/closed-history.ts';
import { closedPart } from '../walk/closed-part.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { type Paging, walk } from '../walk/walk.ts';
import { others, withOtherKey } from './isolation.ts';

/** Records above which closed days are not walked once more for each breach. */
const MANY = 5000;

/**
 * Asks once more for the closed days that answers were held against, and rejects with `Inconclusive` where they are others
 * now: a service may book late, correct what it booked, or keep its oldest days no longer. Pages in another order each time
 * are no such change, so records have to be more or fewer, unless one page holds them all.
 */
export async function closedDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  const known = await knownDays(context, ask);
  if (!known || known.history.count > MANY) return;
  const { paging, range } = known;
  const again = await walkAfresh(ask, paging, range);
  const first = await knownDays(context, context);
  for (const { history } of [known, ...(first ? [first] : [])]) rejectChanged(history, again, range);
}

/** The same of the other organization's closed days, for those who look at both. */
export async function bothDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  await closedDaysStand(context, ask);
  const whole = await knownDays(context, ask);
  if (!whole) return;
  const known = await others(ask, whole);
  if (known.count > MANY) return;
  rejectChanged(known, await walkAfresh(withOtherKey(ask), whole.paging, whole.range), whole.range);
}

function rejectChanged(history: HistoryTotals, again: HistoryTotals, range: DayRange): void {
  const isOnePage = history.pageCount === 1 && again.pageCount === 1;
  const [before, after] = [closedPart(history, range), closedPart(again, range)];
  if (after.count === before.count && !(isOnePage && !after.sameRecords(before))) return;
  const exchanges = [...again.pages.slice(0, 1), ...history.pages.slice(0, 1)];
  throw new Inconclusive('the records of closed days changed during the comparison', exchanges);
}

/** By pages of a size that nobody asked for before, as answers may be remembered; by the same ones where sizes are not honoured. */
async function walkAfresh(ask: Requester, paging: Paging, range: DayRange): Promise<HistoryTotals> {
  const label = 'records of closed days, once more';
  const size = (paging.size ?? 100) - 3;
  try {
    if (paging.names.limit !== undefined) return await walk(ask, { ...paging, size }, range, label);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
  return walk(ask, paging, range, label);
}

/** The closed days as they are known in a round: what is repeated may be held against those of the first one. */
function knownDays(context: CheckContext, ask: Requester) {
  // Why they can't be had is told by other checks.
  return orUndefined(walkedHistory(context, ask));
}
