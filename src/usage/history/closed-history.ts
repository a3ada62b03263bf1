import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { type Aggregate, mergedAggregates } from '../aggregate.ts';
import { DAY, type Day, type DayRange, nearEdge, startOf } from '../days.ts';
import type { Page } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { dated, fitting } from '../walk/usable-records.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { type Paging, walk } from '../walk/walk.ts';
import { closedRange, isDated, someRange } from './closed-range.ts';
import { type Edges, edgesOf, within } from './edges.ts';
import { unpagedHistory } from './unpaged-history.ts';

const FRAME = answerKey<ClosedHistory>('usage/frame');

/** The closed past of the organization: the basis of every comparison. */
export interface ClosedHistory {
  readonly found: Discovered;
  readonly paging: Paging;
  /** An explicit range of days that ended long ago. */
  readonly range: DayRange;
  /** Its first records, as many as one page has. */
  readonly first: Page;
  /** All records of the stats for the range. */
  readonly history: UsageSnapshot;
  /** Records near the edges of the range, by day: an honest service may include them or not. */
  readonly edges: Edges;
}

/** The checks of whether pages can be walked: all users of closed days adapt to them. */
export const PAGING: readonly CheckId[] = [
  'usage/stats-page-size',
  'usage/stats-offset',
  'usage/stats-pages-tile',
];

/**
 * All records of closed days, walked once per run and again when a violation is confirmed. Checks that depend on a
 * member ask `fitting` or `membersFit` whether it is readable. Throws `NotApplicable` without a history,
 * `Inconclusive` if names were not found or a record has no date. If paging is broken, they are those of a few days
 * that fit one page. For checks that adapt to `PAGING`.
 */
export async function closedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const culprit = PAGING.find((id) => !context.holds(id));
  const closed = await (culprit ? unpagedHistory(context, ask, culprit) : walkedHistory(context, ask));
  dated(closed.history);
  return closed;
}

/** The same for the records of closed days, for users of other responses. */
export async function membersFit(context: CheckContext, members: readonly string[]): Promise<void> {
  fitting((await closedHistory(context, context)).history, members);
}

/**
 * All records of closed days, or those of one page if they cannot be walked or dates have no known names, with
 * valid `members`.
 */
export async function someRecords(
  context: CheckContext,
  ask: Requester,
  members: readonly string[] = [],
): Promise<UsageSnapshot> {
  return fitting(dated(await shownRecords(context, ask)), members);
}

/** The same as received, even if some are unreadable. */
export async function shownRecords(context: CheckContext, ask: Requester): Promise<UsageSnapshot> {
  const { found, first } = await someRange(context, ask);
  if (isDated(found) && PAGING.every((id) => context.holds(id)))
    return (await walkedHistory(context, ask)).history;
  return snapshotOf([first], found.stableIds);
}

/** All records of closed days, walked page by page whatever is known of pages: for the checks of pages. */
export async function walkedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const { found, range, size, first } = await closedRange(context, ask);
  return ask.shared(FRAME, async (asking) => {
    const paging: Paging = { names: found.names, size, stableIds: found.stableIds };
    const history = await walk(asking, paging, range, 'records of closed days');
    return { found, paging, range, first, history, edges: await edgesOf(asking, paging, range) };
  });
}

/**
 * The honest results for the range: records that are certainly in it, and near its edges everything from a moment
 * on and up to a moment (edges inclusive or exclusive, at any midnight).
 */
export function permittedSums(closedHistory: ClosedHistory): readonly Aggregate[] {
  return cuts(closedHistory).map(({ aggregate }) => aggregate);
}

/** The same for a part of the range, from the records of the whole. An absent edge is unlimited. */
export function permittedSumsWithin(
  history: Pick<UsageSnapshot, 'byInstant'>,
  start: Day | undefined,
  end: Day | undefined,
): Aggregate[] {
  return cutsWithin(history, start, end).map(({ aggregate }) => aggregate);
}

/** One reading of a range, and the moments at which its days begin. */
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

/** Computed once for each history, as many checks use them. */
const CUTS = new WeakMap<ClosedHistory, readonly Cut[]>();

/** The readings of a part of the range. */
export function cutsWithin(
  history: Pick<UsageSnapshot, 'byInstant'>,
  start: Day | undefined,
  end: Day | undefined,
): Cut[] {
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
