import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import type { Aggregate } from '../aggregate.ts';
import { addable, askExport } from '../csv/export.ts';
import { DAY, type Day, dayOf, daysAfter } from '../days.ts';
import { nameOf, PATHS, type Query, type UsageEndpoint, usageRequest } from '../endpoints.ts';
import { isDated } from '../history/closed-range.ts';
import { MEASURES, NOTHING, plus, type Totals, totals } from '../measures.ts';
import { askSummary, summaryTotals } from '../summary.ts';
import { askPage } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { walk } from '../walk/walk.ts';

/** The export is readable, but its titles do not identify the columns. */
export class ColumnsUnknown extends Inconclusive {
  /** Every title identifies its column: there is none for the missing measure. */
  allTold = false;
}

/** The totals of an endpoint for a few days around now. */
export interface LiveTotals {
  exchange: Exchange;
  totals: Totals;
  /** For the stats: the records themselves, added up by kind. */
  aggregate: Aggregate | undefined;
  /** For the stats: the totals of each day, by its start (epoch ms, UTC). */
  days?: ReadonlyMap<number, Totals>;
  /** For the stats: a duplicate record, which makes every sum by kind doubtful. */
  twins?: string;
}

/**
 * Days around now, with a margin for any midnight and for a change of day during the run. Some services reject
 * future dates.
 */
function liveRanges(now: number): Query[] {
  const today: Day = dayOf(now);
  const start = daysAfter(today, -2);
  return [{ start, end: daysAfter(today, 2) }, { start, end: daysAfter(today, 1) }, { start }];
}

/**
 * Reads the first range that an endpoint accepts. Rejects with the error of `read` if the range is not the cause,
 * and with `Inconclusive` if none is accepted.
 */
export async function inLiveRange<T>(
  ask: Requester,
  { names, base }: Discovered,
  endpoint: UsageEndpoint,
  read: (range: Query) => Promise<T>,
): Promise<{ range: Query; reading: T }> {
  nameOf(names, 'start');
  nameOf(names, 'end');
  let last = base;
  for (const range of liveRanges(base.startedAt)) {
    try {
      return { range, reading: await read(range) };
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      last = refused;
    }
  }
  const plain = await ask.send(
    usageRequest(PATHS[endpoint], `the ${endpoint}, since the range of these days failed`),
  );
  const blockedBy = plain.response?.status === 200 ? undefined : (`path/${endpoint}` as const);
  throw new Inconclusive(`the request for the ${endpoint} of these days failed`, [last, plain], blockedBy);
}

/** The unusable response, by its status; transient ones do not count. */
function refusalOf(error: unknown): Exchange | undefined {
  if (!(error instanceof Inconclusive) || error.blockedBy === undefined) return undefined;
  const last = error.exchanges.at(-1);
  return last?.response && last.response.status !== 200 ? last : undefined;
}

function totalsByDay({ byInstant }: UsageSnapshot): Map<number, Totals> {
  const days = new Map<number, Totals>();
  for (const [instant, { all }] of byInstant) {
    const start = Math.floor(instant / DAY) * DAY;
    days.set(
      start,
      plus(
        days.get(start) ?? NOTHING,
        totals((m) => all.totals[m]),
      ),
    );
  }
  return days;
}

/** The current totals of an endpoint. Rejects with `Inconclusive` if they cannot be read. */
export async function readLiveTotals(
  ask: Requester,
  found: Discovered,
  endpoint: UsageEndpoint,
  range: Query,
): Promise<LiveTotals> {
  const { names } = found;
  if (endpoint === 'summary') {
    const summary = await askSummary(ask, names, range, 'the sums of these days');
    return { exchange: summary.exchange, totals: summaryTotals(summary), aggregate: undefined };
  }
  if (endpoint === 'export') {
    const { exchange, table } = addable(await askExport(ask, names, range, 'the rows of these days'));
    const missing = MEASURES.filter((m) => table.columns[m] === undefined);
    if (missing.length > 0 && (table.header !== undefined || table.records > 0)) {
      const what = `no export column is known for ${missing.join(', ')}`;
      const blockedBy = table.header === undefined ? 'usage/export-one-header' : undefined;
      const unknown = new ColumnsUnknown(what, [exchange], blockedBy);
      unknown.allTold = table.header?.length === Object.keys(table.columns).length;
      throw unknown;
    }
    return { exchange, totals: table.all.totals, aggregate: undefined };
  }
  const paging = { names, size: names.limit && names.offset ? 100 : undefined, stableIds: found.stableIds };
  const ledger = await walk(ask, paging, range, 'the records of these days');
  if (ledger.unreadable) {
    throw new Inconclusive(
      `unreadable record: ${ledger.unreadable.what}`,
      ledger.pages,
      'usage/stats-record-schema',
    );
  }
  const { whole } = ledger;
  return {
    exchange: ledger.pages.at(-1)!,
    totals: totals((m) => whole.all.totals[m]),
    aggregate: whole,
    days: totalsByDay(ledger),
    // If no record shows its provider, two of them may look alike.
    ...(ledger.twiceAggregated && ledger.providersShown && { twins: ledger.twiceAggregated.what }),
  };
}

/**
 * A page of recent records, including this run's if they are counted: a service may store open days elsewhere.
 * Undefined if they are unavailable, which other checks report.
 */
export async function recordsOfTheseDays(
  context: CheckContext,
  ask: Requester,
): Promise<UsageSnapshot | undefined> {
  const found = await context.usageNames();
  if (!isDated(found)) return undefined;
  const live = await orUndefined(
    inLiveRange(ask, found, 'stats', (range) =>
      askPage(ask, found.names, range, 'a page of records of these days'),
    ),
  );
  return live && snapshotOf([live.reading], found.stableIds);
}
