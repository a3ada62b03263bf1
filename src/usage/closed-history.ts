import { type CheckContext, Inconclusive, type Requester } from '../vocabulary/check.ts';
import { type Aggregate, mergedAggregates } from './aggregate.ts';
import { closedRange, isDated, someRange } from './closed-range.ts';
import { DAY, type Day, daysAfter, FARTHEST_MIDNIGHT, startOf } from './days.ts';
import type { Discovered } from './discovery/discover.ts';
import { EVER } from './discovery/search.ts';
import type { Query } from './endpoints.ts';
import { HistoryTotals } from './walk/history-totals.ts';
import { STATS_SCHEMA } from './walk/page.ts';
import { type Paging, walk } from './walk/walk.ts';

/** The closed past of the organization: what every comparison rests on. */
export interface ClosedHistory {
  found: Discovered;
  paging: Paging;
  /** An explicit range of days that ended long ago. */
  range: { start: Day; end: Day };
  /** All records that the stats show for the range. */
  history: HistoryTotals;
  /** Records near the edges of the range, by their day: an honest service may count them in or not. */
  edges: Edges;
}

/** Parts whose day may lie on either side of an edge, in the order of time. */
export interface Edges {
  start: [instant: number, aggregate: Aggregate][];
  end: [instant: number, aggregate: Aggregate][];
}

/**
 * All records of closed days, walked once a run and once more when a breach is confirmed. Throws `NotApplicable` where there is no
 * history, `Inconclusive` where names were not found, paging is broken or records can't be read.
 */
export async function closedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const surveyed = await uncheckedHistory(context, ask);
  readable(surveyed.history);
  return surveyed;
}

/** Rejects records of which some lack what sums and sets rest on. */
export function readable(history: HistoryTotals): HistoryTotals {
  if (!history.unreadable) return history;
  throw new Inconclusive(`a record can't be read: ${history.unreadable.what}`, history.pages, STATS_SCHEMA);
}

/** Rejects records of which some do not fit the schema in these members: what rests on them says nothing. */
export function fitting(history: HistoryTotals, members: readonly string[]): HistoryTotals {
  const misfit = members.find((member) => history.misfits.has(member));
  if (misfit === undefined) return history;
  throw new Inconclusive(`${misfit} of a record does not fit section 2.8`, history.pages, STATS_SCHEMA);
}

/** The same of the records of closed days, for those who look at other answers beside them. */
export async function membersFit(context: CheckContext, members: readonly string[]): Promise<void> {
  await someRecords(context, context, members);
}

/**
 * All records of closed days, or those of one page without dates where no names for dates were found, whose `members`
 * fit the schema.
 */
export async function someRecords(
  context: CheckContext,
  ask: Requester,
  members: readonly string[] = [],
): Promise<HistoryTotals> {
  const { found, first } = await someRange(context, ask);
  if (isDated(found)) return fitting((await closedHistory(context, ask)).history, members);
  const history = new HistoryTotals(found.stableIds);
  history.addPage(first);
  return fitting(readable(history), members);
}

/** The same as it came, also when some records can't be read. */
export async function uncheckedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const { found, range, size } = await closedRange(context, ask);
  return ask.shared('usage/frame', async (asking) => {
    const paging: Paging = { names: found.names, size, stableIds: found.stableIds };
    const history = await walk(asking, paging, range, 'records of closed days');
    return { found, paging, range, history, edges: await edgesOf(asking, paging, range) };
  });
}

/** The records near the edges of a range. */
export async function edgesOf(ask: Requester, paging: Paging, range: ClosedHistory['range']): Promise<Edges> {
  const around = (day: Day): Query => ({ start: daysAfter(day, -3), end: daysAfter(day, 3) });
  const end = await walk(ask, paging, around(range.end), 'records around the end of the range');
  const start =
    range.start === EVER
      ? undefined
      : await walk(ask, paging, around(range.start), 'records around the start of the range');
  return {
    start: start ? within(start.byInstant, range.start) : [],
    end: within(end.byInstant, range.end),
  };
}

/** Whether a day begins so near to an edge that it depends on the service on which side it lies. */
export function nearEdge(instant: number, edge: Day): boolean {
  return instant >= startOf(edge) - FARTHEST_MIDNIGHT && instant <= startOf(edge) + DAY + FARTHEST_MIDNIGHT;
}

function within(aggregates: HistoryTotals['byInstant'], edge: Day): [number, Aggregate][] {
  return [...aggregates].filter(([instant]) => nearEdge(instant, edge)).sort((a, b) => a[0] - b[0]);
}

/**
 * What a service may honestly find in the range: what surely lies in it, and near its edges everything from
 * some moment on and up to some moment (edges inclusive or exclusive, at whatever midnight).
 */
export function permittedSums(closedHistory: ClosedHistory): readonly Aggregate[] {
  return cuts(closedHistory).map(({ aggregate }) => aggregate);
}

/** The same for a part of the range, from the records of the whole. An absent edge is as far away as may be. */
export function permittedSumsWithin(
  history: HistoryTotals,
  start: Day | undefined,
  end: Day | undefined,
): Aggregate[] {
  return cutsWithin(history, start, end).map(({ aggregate }) => aggregate);
}

/** One reading of a range, and the moments at which the days in it begin. */
export interface Cut {
  instants: number[];
  aggregate: Aggregate;
}

/** The readings of the range. */
export function cuts(closedHistory: ClosedHistory): readonly Cut[] {
  let known = CUTS.get(closedHistory);
  if (!known) {
    const { range, history, edges } = closedHistory;
    const surely = [...history.byInstant].filter(
      ([instant]) =>
        !nearEdge(instant, range.end) && !(edges.start.length > 0 && nearEdge(instant, range.start)),
    );
    known = cut(surely, edges);
    CUTS.set(closedHistory, known);
  }
  return known;
}

/** Worked out once for each history, as many checks look at them. */
const CUTS = new WeakMap<ClosedHistory, readonly Cut[]>();

/** The readings of a part of the range. */
export function cutsWithin(history: HistoryTotals, start: Day | undefined, end: Day | undefined): Cut[] {
  const near = (instant: number) =>
    (start !== undefined && nearEdge(instant, start)) || (end !== undefined && nearEdge(instant, end));
  const inside = (instant: number) =>
    (start === undefined || instant > startOf(start)) && (end === undefined || instant < startOf(end) + DAY);
  const surely = [...history.byInstant].filter(([instant]) => !near(instant) && inside(instant));
  return cut(surely, {
    start: start === undefined ? [] : within(history.byInstant, start),
    end: end === undefined ? [] : within(history.byInstant, end),
  });
}

function cut(surely: readonly [number, Aggregate][], { start, end }: Edges): Cut[] {
  const middle = mergedAggregates(surely.map(([, aggregate]) => aggregate));
  const all: Cut[] = [];
  for (let from = 0; from <= start.length; from++) {
    for (let to = end.length; to >= 0; to--) {
      const near = [...start.slice(from), ...end.slice(0, to)];
      all.push({
        instants: [...surely, ...near].map(([instant]) => instant),
        aggregate: mergedAggregates([middle, ...near.map(([, aggregate]) => aggregate)]),
      });
    }
  }
  return all;
}
