import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { type DayRange, daysAfter } from '../days.ts';
import { type ClosedHistory, walkedHistory } from '../history/closed-history.ts';
import { MANY } from '../history/ranges.ts';
import { closedPart, type UsageSnapshot } from '../walk/usage-snapshot.ts';
import { type Paging, walk } from '../walk/walk.ts';
import { others, withOtherKey } from './isolation.ts';

/** How much smaller the pages of each new walk are at least. */
const SMALLER = [3, 15, 27];
/** So much smaller they are by chance: a check has seldom used the size, so that no cached response fits it. */
const BY_CHANCE = 12;

/**
 * Requests the closed days of a comparison again. Rejects with `Inconclusive` if they changed: a service may book late,
 * correct its records, or remove its oldest days. Another order is no change, so the number of records has to differ, or
 * the counts of one, unless one page has all of them. A difference that only one page size shows is no change either: two
 * walks with pages of different sizes have to agree on it, on more or on fewer records, or on one that was corrected. A
 * walk during which days left or came may have as many records as there are, and other ones.
 */
export async function closedHistoryUnchanged(context: CheckContext, ask: Requester): Promise<void> {
  const known = await knownDays(context, ask);
  if (!known || known.history.count > MANY) return;
  const first = await knownDays(context, context);
  const histories = [known.history, ...(first ? [first.history] : [])];
  await rejectChanged(context, ask, known, histories);
}

/** The same of the other organization's closed days, for those who look at both. */
export async function bothHistoriesUnchanged(context: CheckContext, ask: Requester): Promise<void> {
  await closedHistoryUnchanged(context, ask);
  const whole = await knownDays(context, ask);
  if (!whole) return;
  const known = await others(ask, whole);
  if (known.count > MANY) return;
  await rejectChanged(context, withOtherKey(ask), whole, [known]);
}

async function rejectChanged(
  context: CheckContext,
  ask: Requester,
  { paging, range }: ClosedHistory,
  histories: readonly UsageSnapshot[],
): Promise<void> {
  const chance = Math.floor(context.random() * BY_CHANCE);
  let changed: UsageSnapshot | undefined;
  let inWholePages = paging.names.limit !== undefined;
  for (const smaller of SMALLER) {
    const again = await walkAfresh(ask, paging, range, smaller + chance);
    inWholePages &&= isOfWholePages(again, smallerSize(paging, smaller + chance));
    const before = histories.find((history) => differ(history, again, range));
    if (!before) {
      if (changed === undefined) await rejectTorn(ask, paging, range, histories, again);
      return;
    }
    if (changed && agree(before, changed, again, range)) {
      // Each size shows whole pages only: something is lost with the last one, each time.
      if (inWholePages && isOfWholePages(before, smallerSize(paging, 0))) return;
      if (await areAsBefore(ask, paging, range, before)) return;
      const exchanges = [...again.pages.slice(0, 1), ...before.pages.slice(0, 1)];
      throw new Inconclusive('the records of closed days changed during the comparison', exchanges);
    }
    changed = again;
  }
}

/**
 * Rejects with `Inconclusive` if a history has as many records as a walk afterwards, and other ones, but walks with pages of
 * two other sizes, and one with pages of its own, have the same: neither the order nor the size is the reason.
 */
async function rejectTorn(
  ask: Requester,
  paging: Paging,
  range: DayRange,
  histories: readonly UsageSnapshot[],
  again: UsageSnapshot,
): Promise<void> {
  const torn = histories.find((history) => hasOthers(history, again, range));
  if (!torn || paging.size === undefined) return;
  const once = await walkAfresh(ask, paging, range, SMALLER.at(-1)! + BY_CHANCE);
  if (hasOthers(once, again, range)) return;
  const own = await walkWithoutFirstDay(ask, paging, range);
  if (own && !hasOthers(own.walked, again, own.days))
    throw new Inconclusive('the records of closed days changed between two pages', torn.pages.slice(0, 1));
}

const hasOthers = (one: UsageSnapshot, other: UsageSnapshot, range: DayRange) =>
  !closedPart(one, range).sameRecords(closedPart(other, range));

/**
 * Whether pages of the size that was used before still have the same records: then only this size shows other records, and
 * nothing changed.
 */
async function areAsBefore(
  ask: Requester,
  paging: Paging,
  range: DayRange,
  before: UsageSnapshot,
): Promise<boolean> {
  const own = await walkWithoutFirstDay(ask, paging, range);
  return own !== undefined && !differ(before, own.walked, own.days);
}

/** Days that are surely in a range which begins one day later: `closedPart` includes a day before them. */
const SURELY_LATER = 4;

/**
 * Pages of the size that was used before, without the first day, so that no cached response fits the request; and the days
 * that it has in common with other walks.
 */
async function walkWithoutFirstDay(
  ask: Requester,
  paging: Paging,
  range: DayRange,
): Promise<{ walked: UsageSnapshot; days: DayRange } | undefined> {
  const later = (days: number) => ({ ...range, start: daysAfter(range.start, days) });
  const days = later(SURELY_LATER);
  if (days.start >= range.end) return undefined;
  const walked = await orUndefined(walk(ask, paging, later(1), 'records of closed days after the first'));
  return walked && { walked, days };
}

/** Whether closed days have other records in one walk than in the other. */
function differ(one: UsageSnapshot, other: UsageSnapshot, range: DayRange): boolean {
  const isOnePage = one.pageCount === 1 && other.pageCount === 1;
  const [before, after] = [closedPart(one, range), closedPart(other, range)];
  if (after.count !== before.count || (isOnePage && !after.sameRecords(before))) return true;
  return one.counted.correctedIn(other.counted, range).size > 0;
}

/** Whether two walks show the same change. Records may be added, or one be corrected, again and again. */
function agree(before: UsageSnapshot, one: UsageSnapshot, other: UsageSnapshot, range: DayRange): boolean {
  if (!differ(one, other, range)) return true;
  const [was, first, second] = [before, one, other].map((walked) => closedPart(walked, range).count);
  if (first !== was && second !== was && first! > was! === second! > was!) return true;
  const corrected = before.counted.correctedIn(other.counted, range);
  return [...before.counted.correctedIn(one.counted, range)].some((record) => corrected.has(record));
}

/** Few pages are whole by chance only, unless they are small. */
const isOfWholePages = ({ count }: UsageSnapshot, size: number) =>
  size >= 20 && count > 0 && count % size === 0;

const smallerSize = ({ size = 100 }: Paging, smaller: number) => Math.max(1, size - smaller);

/** By smaller pages than before; by the same ones where sizes are not honoured. */
async function walkAfresh(
  ask: Requester,
  paging: Paging,
  range: DayRange,
  smaller: number,
): Promise<UsageSnapshot> {
  const label = 'records of closed days, once more';
  const size = smallerSize(paging, smaller);
  const isSized = paging.names.limit !== undefined;
  const small = isSized ? await orUndefined(walk(ask, { ...paging, size }, range, label)) : undefined;
  return small ?? walk(ask, paging, range, label);
}

/** The closed days of a round: a repetition may be compared with those of the first round. */
function knownDays(context: CheckContext, ask: Requester) {
  // Other checks report why they are missing.
  return orUndefined(walkedHistory(context, ask));
}
