import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { least } from '../../vocabulary/extremes.ts';
import {
  attempt,
  decided,
  Inconclusive,
  NotApplicable,
  type Undecidable,
} from '../../vocabulary/undecidable.ts';
import { Aggregate, mergedAggregates } from '../aggregate.ts';
import {
  type Day,
  type DayRange,
  dayOf,
  daysAfter,
  daysIn,
  earlier,
  FARTHEST_MIDNIGHT,
  startOf,
} from '../days.ts';
import type { Compared } from '../judge/same-records.ts';
import { same } from '../measures.ts';
import type { Part, Shown, UsageSnapshot } from '../walk/usage-snapshot.ts';
import { type Paging, walk } from '../walk/walk.ts';
import { type ClosedHistory, closedHistory, permittedSumsWithin } from './closed-history.ts';

/** A range before any billed request, without records. */
const EMPTY_RANGE = { start: '1990-01-01', end: '1990-01-31' } as const;

/** Statuses for a rejected range: how old dates may be is open. */
const REFUSED = [400, 422];

/** Whether a response rejects its range. */
export const refusesRange = ({ response }: Exchange): boolean => REFUSED.includes(response?.status ?? 0);

/** Asks for a range without records: before all of them, or a future one if old dates are rejected. */
export async function inEmptyRange<T>(
  { base }: Pick<Discovered, 'base'>,
  ask: (range: DayRange, time: string) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const before = await ask(EMPTY_RANGE, 'a time before all records');
  if (!isRefused(before)) return before;
  const today = dayOf(base.startedAt);
  return ask({ start: daysAfter(today, 30), end: daysAfter(today, 60) }, 'a time to come');
}

/** Days between the ends of a part, so that they are distinguishable. */
const LEAST = 3;
/** Records above which only a few days are examined again. */
export const MANY = 5000;

/** A part of closed days, for checks that need one. */
export const middleOf = (whole: ClosedHistory) => decided(middlePart(whole));

/** A part of closed days with records in it, both its ends inside the range. */
export function middlePart({ range, history, paging }: ClosedHistory): DayRange | Undecidable {
  const days = history.days;
  const latest = daysAfter(range.end, -LEAST - 3);
  const wanted = days[Math.floor(days.length / 3)]!;
  const start = earlier(wanted, latest);
  if (start < daysAfter(range.start, 2) && paging.single)
    return new Inconclusive('too few days fit in one page', [], paging.single.blockedBy);
  if (start < daysAfter(range.start, 2))
    return new NotApplicable('this check needs a --usage-range of at least ten days');
  const far = days[Math.floor((days.length * 2) / 3)]!;
  const end = history.count > MANY || daysIn(start, far) <= LEAST ? daysAfter(start, LEAST) : far;
  const last = daysAfter(range.end, -3);
  return { start, end: earlier(end, last) };
}

/** What the stats show for a part of closed days. */
export async function partOfHistory(context: CheckContext, ask: Requester): Promise<Compared> {
  const whole = await closedHistory(context, ask);
  const part = middleOf(whole);
  const paging: Paging = { ...whole.paging, due: 'answer' };
  const walked = await walk(ask, paging, part, 'records of a part of the range');
  const allowed = permittedSumsWithin(whole.history, part.start, part.end).map((aggregate) => aggregate.all);
  return { asked: `a date from ${part.start} to ${part.end}`, walked, allowed, from: whole.history };
}

/** The stats for a range before all records, or for a future one if old dates are rejected. */
export async function longAgo(context: CheckContext, ask: Requester): Promise<Compared> {
  const { paging, history, found } = await closedHistory(context, ask);
  const owed: Paging = { ...paging, due: 'no-error' };
  const within = async (range: DayRange, time: string): Promise<Compared> => {
    const walked = await walk(ask, owed, range, `records of ${time}`);
    const asked = `a date from ${range.start} to ${range.end}`;
    return { asked, walked, allowed: [new Aggregate().all], from: history };
  };
  const isRefused = (answer: Compared | Undecidable) =>
    answer instanceof Inconclusive && answer.exchanges.some(refusesRange);
  return decided(await inEmptyRange(found, (range, time) => attempt(within(range, time)), isRefused));
}

/**
 * Rejects if open days differ between two walks: usage that is recorded meanwhile shifts all later records, and
 * some are on two pages or on none. `inNumber`: whatever was counted in their records meanwhile.
 */
export function moved(before: Shown, after: Shown, inNumber = false): void {
  const [one, other] = [before.all, after.all];
  if (inNumber ? one.count === other.count : one.sameRecords(other) && same(one.totals, other.totals)) return;
  const why = 'new usage moved records between pages';
  throw new Inconclusive(why, [...before.pages.slice(0, 1), ...after.pages.slice(0, 1)]);
}

/** The stats from a day on, as far as they concern closed days. */
export async function startAlone(context: CheckContext, ask: Requester): Promise<Compared> {
  const whole = await closedHistory(context, ask);
  const { start } = fewDaysIn(whole);
  const paging: Paging = { ...whole.paging, due: 'no-error' };
  const all = await walk(ask, paging, { start }, 'records from a day on');
  const until = startOf(whole.range.end) - FARTHEST_MIDNIGHT;
  const walked = between(all, Number.NEGATIVE_INFINITY, until);
  const history = between(whole.history, Number.NEGATIVE_INFINITY, until);
  const allowed = permittedSumsWithin(history, start, undefined).map((aggregate) => aggregate.all);
  if (!allowed.some((group) => group.sameRecords(walked.all))) {
    const open = (history: Part) => between(history, until, Number.POSITIVE_INFINITY);
    moved(open(all), open(await walk(ask, paging, { start }, 'records from a day on, once more')));
    // Responses may be cached: another page size is another request.
    const other: Paging = { ...paging, size: paging.size && Math.max(1, paging.size - 1) };
    moved(open(all), open(await walk(ask, other, { start }, 'records from a day on, in other pages')), true);
  }
  return {
    asked: `a date from ${start} on, of those that come with both dates`,
    walked,
    allowed,
    from: whole.history,
  };
}

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

/** A day that most records follow and some precede: a start alone may not reach so far back. */
function fewDaysIn({ range, history }: ClosedHistory): { start: Day } {
  const days = history.days;
  const wanted = days[history.count > MANY ? Math.max(0, days.length - 4) : Math.floor(days.length / 5)]!;
  const latest = daysAfter(range.end, -4);
  return { start: earlier(wanted, latest) };
}

/** The part of a walk with days from a moment on, and before another one. */
function between({ byInstant, pages }: Part, from: number, until: number): Part {
  const part = new Map([...byInstant].filter(([instant]) => instant >= from && instant < until));
  return { byInstant: part, all: mergedAggregates(part.values()).all, pages };
}

/** Two ranges that meet at a day, and their union. */
export async function meetingRanges(context: CheckContext, ask: Requester): Promise<Compared> {
  const whole = await closedHistory(context, ask);
  const part = whole.history.count > MANY ? middleOf(whole) : whole.range;
  const union =
    part === whole.range
      ? whole.history
      : await walk(ask, whole.paging, part, 'records of two ranges in one');
  const meeting = meetingDay(whole, part);
  const isUnion = (first: UsageSnapshot, second: UsageSnapshot) =>
    together(first, second).all.sameRecords(union.all);
  const { first, seconds } = await adjacentRanges(
    meeting,
    (range, words) => walk(ask, whole.paging, { ...part, ...range }, `records ${words}`),
    isUnion,
  );
  const second = seconds.find((one) => isUnion(first, one)) ?? seconds[0]!;
  const walked = {
    all: together(first, second).all,
    pages: [...first.pages.slice(0, 1), ...second.pages.slice(0, 1)],
  };
  return {
    asked: `a date in ${part.start} to ${meeting} or after`,
    walked,
    allowed: [union.all],
    from: union,
  };
}

/**
 * A range up to a day, and possible ones that follow it, until one is adjacent: from the next day on, from the same if
 * the end of a range is exclusive, and from the previous one if its start is too. Both ranges are requested at once,
 * since concurrent requests must not affect each other.
 */
export async function adjacentRanges<T>(
  meeting: Day,
  ask: (range: { start: Day } | { end: Day }, words: string) => Promise<T>,
  meets: (first: T, second: T) => boolean,
): Promise<{ first: T; seconds: T[] }> {
  const askBoth = (start: Day) =>
    Promise.all([ask({ end: meeting }, `up to ${meeting}`), ask({ start }, `from ${start} on`)]);
  let [first, second] = await askBoth(daysAfter(meeting, 1));
  const seconds = [second];
  for (const days of [0, -1]) {
    if (meets(first, second)) break;
    [first, second] = await askBoth(daysAfter(meeting, days));
    seconds.push(second);
  }
  return { first, seconds };
}

/** A day with records inside a range: the end of a month if there is one, as near to the middle as possible. */
export function meetingDay({ history }: ClosedHistory, part: DayRange): Day {
  const days = history.days;
  const inside = days.filter((day) => day > part.start && day < part.end);
  const middle = inside[Math.floor(inside.length / 2)];
  if (middle === undefined) return daysAfter(part.end, -1);
  return endsOfMonths(inside, middle)[0] ?? middle;
}

/** The ends of months among these: first leap-year Februaries, and those near another day. */
function endsOfMonths(days: readonly Day[], near: Day): Day[] {
  const distance = (day: Day) => Math.abs(startOf(day) - startOf(near));
  const isLeapDay = (day: Day) => day.endsWith('-02-29');
  return days
    .filter((day) => daysAfter(day, 1).endsWith('-01'))
    .sort((a, b) => Number(isLeapDay(b)) - Number(isLeapDay(a)) || distance(a) - distance(b));
}

const together = (a: UsageSnapshot, b: UsageSnapshot): Aggregate => mergedAggregates([a.whole, b.whole]);
