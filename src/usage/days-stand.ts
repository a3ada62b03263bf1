import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { Inconclusive, orNothing } from '../vocabulary/undecidable.ts';
import { walkedHistory } from './closed-history.ts';
import { closedPart } from './closed-part.ts';
import { walk } from './walk/walk.ts';

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
  const again = await walk(ask, paging, range, 'records of closed days, once more');
  const first = await knownDays(context, context);
  for (const { history } of [known, ...(first ? [first] : [])]) {
    const isOnePage = history.pageCount === 1 && again.pageCount === 1;
    const [before, after] = [closedPart(history, range), closedPart(again, range)];
    if (after.count === before.count && !(isOnePage && !after.sameRecords(before))) continue;
    const exchanges = [...again.pages.slice(0, 1), ...history.pages.slice(0, 1)];
    throw new Inconclusive('the records of closed days changed meanwhile', exchanges);
  }
}

/** The closed days as they are known in a round: what is repeated may be held against those of the first one. */
function knownDays(context: CheckContext, ask: Requester) {
  // Why they can't be had is told by other checks.
  return orNothing(walkedHistory(context, ask));
}
