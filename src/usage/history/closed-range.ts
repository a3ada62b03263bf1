import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { Settings } from '../../vocabulary/settings.ts';
import { Inconclusive, NotApplicable, orUndefined, type Undecidable } from '../../vocabulary/undecidable.ts';
import { DAY, type Day, type DayRange, daysAfter, EVER, lastClosedDay, startOf } from '../days.ts';
import { nameOf, type Query, queried, STATS, usagePath, usageRequest } from '../endpoints.ts';
import { isRefusal } from '../judge/finding.ts';
import type { KnownRange } from '../judge/page.ts';
import { expectAnswer } from '../required-answer.ts';
import { askPage, type Page, readPage, recordsOf, STATS_ARRAY } from '../walk/page.ts';
import { readRecord, type UsageRecord } from '../walk/record.ts';

const GROUND = answerKey<ClosedRange>('usage/ground');
const UNDATED_GROUND = answerKey<SomeRange>('usage/undated-ground');
const firstRecordsKey = (path: string) => answerKey<Exchange>(`usage/first-records ${path}`);

/** The known facts about closed days before any walk. */
export interface ClosedRange extends SomeRange {
  /** An explicit range of days that ended at least two days ago, at any midnight. */
  range: DayRange;
  /** The query of `first`. */
  query: Query;
}

/** The same if dates have no known names: for the service's default range. */
export interface SomeRange {
  found: Discovered;
  range: { start?: Day; end?: Day };
  /** The largest page size that is honored; undefined if page sizes are not available. */
  size: number | undefined;
  /** The first records of the range, as many as one page has. Never empty. */
  first: Page;
}

/**
 * Days of the range: some services reject long ones, or old dates. Not thirty, a common default: the effect of the
 * range has to be visible.
 */
const LENGTHS = [undefined, 360, 88, 27, 20, 4] as const;
const LARGE_PAGE = 1000;
/** The check that judges an empty range. */
const KNOWN_RANGE = 'usage/stats-known-range';

/** Nothing can be compared; `days` is the searched range. */
const noHistory = (days: string) =>
  new NotApplicable(`the organization has no usage ${days}: run again when it has, or widen --usage-range`);

/** Throws `NotApplicable` without a history, and `Inconclusive` if the names of dates were not found. */
export async function closedRange(context: CheckContext, ask: Requester): Promise<ClosedRange> {
  const found = await context.usageNames();
  return ask.shared(GROUND, (asking) => settle(asking, found, context.settings));
}

/** The requested days if no records show any. */
const RECENT = 88;

/**
 * Closed days for requests to summary and export: those of the records, and the most recent ones if the stats have
 * no records at all, which another check reports.
 */
export async function closedDays(
  context: CheckContext,
  ask: Requester,
): Promise<Pick<ClosedRange, 'found' | 'range'>> {
  const found = await context.usageNames();
  if (showsRecords(found)) return closedRange(context, ask);
  nameOf(found.names, 'start');
  nameOf(found.names, 'end');
  const { end } = widest(found, context.settings);
  return { found, range: { start: context.settings.usageRange?.from ?? daysAfter(end, -RECENT), end } };
}

/** Whether the stats have records at all, or an empty list. */
export const showsRecords = ({ base }: Discovered): boolean => recordsOf(base) !== undefined;

/** Whether ranges can be requested. */
export const isDated = ({ names }: Discovered): boolean =>
  names.start !== undefined && names.end !== undefined;

/** The records for checks that need no dates: of closed days if dates have names. */
export async function someRange(context: CheckContext, ask: Requester): Promise<SomeRange> {
  const found = await context.usageNames();
  if (isDated(found)) return closedRange(context, ask);
  return ask.shared(UNDATED_GROUND, async (asking) => {
    const limit = found.names.limit && 100;
    const first = await askPage(asking, found.names, limit ? { limit } : {}, 'the first records');
    if (first.records.length === 0) throw noHistory('that the stats show');
    return { found, range: {}, size: limit || undefined, first };
  });
}

async function settle(ask: Requester, found: Discovered, settings: Settings): Promise<ClosedRange> {
  const { names, base } = found;
  if ((names.start === undefined || names.end === undefined) && recordsOf(base)?.length === 0) {
    throw noHistory('that the stats show');
  }
  nameOf(names, 'start');
  nameOf(names, 'end');
  const { start: from, end } = widest(found, settings);
  const starts = settings.usageRange
    ? [from]
    : LENGTHS.map((days) => (days === undefined ? from : daysAfter(end, -days)));
  let last = base;
  let empty: Undecidable | undefined;
  for (const start of starts) {
    const range = { start, end };
    // Another check judges failing page sizes: without one the same records are returned.
    for (const limit of names.limit ? [LARGE_PAGE, 100, undefined] : [undefined]) {
      const query: Query = { ...range, ...(limit && { limit }) };
      last = await firstOf(ask, names, query);
      if (last.response?.status !== 200) continue;
      const first = readPage(last);
      if (first.records.length === 0) {
        // A shorter one may return records if a long one is rejected.
        empty ??= shownWithin(base, range)
          ? new Inconclusive('a range with known records returns none', [base, last], KNOWN_RANGE)
          : noHistory(`from ${start} to ${end}, days that are closed for certain`);
        break;
      }
      const size = limit && (await honoured(ask, found, query, first));
      return { found, range, query, size, first };
    }
  }
  if (empty) throw empty;
  // If the stats without a range are empty too, the range is not the cause.
  const blockedBy = recordsOf(base) ? undefined : STATS_ARRAY;
  const message = 'no range of closed days returned records: set one with --usage-range';
  throw new Inconclusive(message, [last], blockedBy);
}

/** The longest requested range of closed days. */
function widest({ base }: Discovered, settings: Settings): DayRange {
  // "Now" is the time of the first request, so that a replay computes the same range.
  const end = settings.usageRange?.to ?? daysAfter(lastClosedDay(base.startedAt), -3);
  return { start: settings.usageRange?.from ?? EVER, end };
}

/** The first records of a range, requested once per round. */
function firstOf(ask: Requester, names: Discovered['names'], query: Query): Promise<Exchange> {
  const path = usagePath(STATS, names, query);
  return ask.shared(firstRecordsKey(path), (asking) =>
    asking.send(usageRequest(path, 'the first records of closed days')),
  );
}

/** The records of the longest range, and a record in it that the stats show without dates, or in a shorter one. */
export async function knownRange(context: CheckContext, ask: Requester): Promise<KnownRange> {
  const found = await context.usageNames();
  const { names, base } = found;
  nameOf(names, 'start');
  nameOf(names, 'end');
  const range = widest(found, context.settings);
  const asked = (limit: number | undefined) => firstOf(ask, names, { ...range, ...(limit && { limit }) });
  const large = await asked(names.limit ? LARGE_PAGE : undefined);
  // A page of that size may be rejected, which says nothing about the range.
  const exchange = names.limit && isRefusal(large) ? await asked(100) : large;
  expectAnswer(exchange, 'no-error');
  const known = shownWithin(base, range);
  if (known || recordsOf(exchange)?.length !== 0) return { exchange, base, range, known };
  const shorter = await orUndefined(closedRange(context, ask));
  if (!shorter) return { exchange, base, range, known };
  const { first } = shorter;
  return { exchange, base: first.exchange, range, known: shownWithin(first.exchange, range) };
}

/** A record of a day well inside a range, among those of a response. */
function shownWithin(base: Exchange, { start, end }: DayRange): UsageRecord | undefined {
  return recordsOf(base)
    ?.map(readRecord)
    .find(
      (record) =>
        record !== undefined &&
        record.instant > startOf(start) + 2 * DAY &&
        record.instant < startOf(end) - 2 * DAY,
    );
}

/** How many records a page has if `query.limit` are requested. */
async function honoured(
  ask: Requester,
  { names, stableIds }: Discovered,
  query: Query,
  first: Page,
): Promise<number> {
  const came = first.records.length;
  if (query.limit !== LARGE_PAGE || came === LARGE_PAGE) return Number(query.limit);
  if (came <= 100 || !names.offset) return 100;
  const next = { ...query, limit: 1, offset: came };
  const more = await ask.send(queried(STATS, names, next, 'whether there is more than one large page'));
  const beyond = recordsOf(more) ?? [];
  // Known records are not the next page: another check judges an offset beyond the end.
  const known = new Set(first.records.map((record) => record.id));
  return beyond.every(({ id }) => stableIds && known.has(id)) ? LARGE_PAGE : came;
}
