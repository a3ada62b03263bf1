import { type CheckContext, Inconclusive, NotApplicable, type Requester } from '../vocabulary/check.ts';
import { walkedHistory } from './closed-history.ts';
import { closedPart } from './closed-part.ts';
import { walk } from './walk/walk.ts';

/** Records above which closed days are not walked once more for each breach. */
const MANY = 5000;

/**
 * Asks once more for the closed days that answers were held against, and rejects with `Inconclusive` where they are others
 * now: a service may book late, or correct what it booked. Pages in another order each time are no such change, so records
 * have to be more or fewer, unless one page holds them all.
 */
export async function closedDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  const known = await walkedHistory(context, ask).catch((error: unknown) => {
    // Why they can't be had is told by other checks.
    if (error instanceof Inconclusive || error instanceof NotApplicable) return undefined;
    throw error;
  });
  if (!known || known.history.count > MANY) return;
  const { history, paging, range } = known;
  const again = await walk(ask, paging, range, 'records of closed days, once more');
  const isOnePage = history.pageCount === 1 && again.pageCount === 1;
  const [before, after] = [closedPart(history, range), closedPart(again, range)];
  const changed = after.count !== before.count || (isOnePage && !after.sameRecords(before));
  if (!changed) return;
  const exchanges = [...again.pages.slice(0, 1), ...history.pages.slice(0, 1)];
  throw new Inconclusive('the records of closed days changed meanwhile', exchanges);
}
