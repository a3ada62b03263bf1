import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { Inconclusive, orNothing } from '../vocabulary/undecidable.ts';
import { walkedHistory } from './closed-history.ts';
import { closedPart } from './closed-part.ts';
import type { DayRange } from './discovery/demanded.ts';
import { others, withOtherKey } from './probes/isolation.ts';
import type { HistoryTotals } from './walk/history-totals.ts';
import { type Paging, walk } from './walk/walk.ts';

/** Records above which closed days are not walked again for each violation. */
const MANY = 5000;

/**
 * Requests the compared closed days again, and rejects with `Inconclusive` if they changed: a service may book
 * late, correct its records, or expire its oldest days. A changing order of pages is no such change, so the number
 * of records has to differ, unless one page has them all.
 */
export async function closedDaysStand(context: CheckContext, ask: Requester): Promise<void> {
  const known = await knownDays(context, ask);
  if (!known || known.history.count > MANY) return;
  const { paging, range } = known;
  const again = await walkAfresh(ask, paging, range);
  const first = await knownDays(context, context);
  for (const { history } of [known, ...(first ? [first] : [])]) rejectChanged(history, again, range);
}

/** The same for the other organization's closed days. */
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

/** With a new page size, since responses may be cached; with the same one if sizes are not honored. */
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

/** The known closed days of a round: a repetition may use those of the first one. */
function knownDays(context: CheckContext, ask: Requester) {
  // Other checks report why they are not available.
  return orNothing(walkedHistory(context, ask));
}
