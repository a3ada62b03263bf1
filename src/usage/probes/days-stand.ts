import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import type { DayRange } from '../discovery/demanded.ts';
import { type ClosedHistory, walkedHistory } from '../history/closed-history.ts';
import { closedPart } from '../walk/closed-part.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { type Paging, walk } from '../walk/walk.ts';
import { others, withOtherKey } from './isolation.ts';

/** Records above which closed days are not walked once more for each breach. */
const MANY = 5000;

/** How much smaller the pages of each fresh walk are: sizes that nobody asked for before, as answers may be remembered. */
const SMALLER = [3, 7, 11];

/**
 * Asks once more for the closed days that answers were held against, and rejects with `Inconclusive` where they are others
 * now: a service may book late, correct what it booked, or keep its oldest days no longer. Pages in another order each time
 * are no such change, so records have to be more or fewer, unless one page holds them all. Nor is what only pages of one size
 * show: two walks with pages of different sizes have to agree on the change.
 */
export async function closedDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  const known = await knownDays(context, ask);
  if (!known || known.history.count > MANY) return;
  const first = await knownDays(context, context);
  const histories = [known.history, ...(first ? [first.history] : [])];
  await rejectChanged(ask, known, histories);
}

/** The same of the other organization's closed days, for those who look at both. */
export async function bothDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  await closedDaysStand(context, ask);
  const whole = await knownDays(context, ask);
  if (!whole) return;
  const known = await others(ask, whole);
  if (known.count > MANY) return;
  await rejectChanged(withOtherKey(ask), whole, [known]);
}

async function rejectChanged(
  ask: Requester,
  { paging, range }: ClosedHistory,
  histories: readonly HistoryTotals[],
): Promise<void> {
  let changed: HistoryTotals | undefined;
  for (const smaller of SMALLER) {
    const again = await walkAfresh(ask, paging, range, smaller);
    const before = histories.find((history) => differ(history, again, range));
    if (!before) return;
    if (changed && !differ(changed, again, range)) {
      const exchanges = [...again.pages.slice(0, 1), ...before.pages.slice(0, 1)];
      throw new Inconclusive('the records of closed days changed during the comparison', exchanges);
    }
    changed = again;
  }
}

/** Whether closed days have other records in one walk than in the other. */
function differ(one: HistoryTotals, other: HistoryTotals, range: DayRange): boolean {
  const isOnePage = one.pageCount === 1 && other.pageCount === 1;
  const [before, after] = [closedPart(one, range), closedPart(other, range)];
  return after.count !== before.count || (isOnePage && !after.sameRecords(before));
}

/** By smaller pages than before; by the same ones where sizes are not honoured. */
async function walkAfresh(
  ask: Requester,
  paging: Paging,
  range: DayRange,
  smaller: number,
): Promise<HistoryTotals> {
  const label = 'records of closed days, once more';
  const size = Math.max(1, (paging.size ?? 100) - smaller);
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
