import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { minus } from '../measures.ts';
import type { Baseline } from './baseline.ts';
import { boundsOf, hasTokensOf, isShort, shortBy } from './bounds.ts';
import {
  type Accounts,
  all,
  before,
  type EndpointTimeline,
  endOf,
  grown,
  since,
} from './endpoint-timeline.ts';
import { readLiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';
import { settle } from './settle.ts';

/**
 * The completions of the run whose growth is awaited. Those from before the first reading are included if they were counted
 * after it: otherwise delayed completions would seem to be counted.
 */
export function waitedFor({ run, first }: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return cameSince(timeline, first) ? run : since(run, timeline.before);
}

/** Whether all of the first window was counted in it, with what was sent before the first reading. */
function cameSince(
  { before: reading, afterFirst }: EndpointTimeline,
  first: readonly OwnCompletion[],
): boolean {
  const isEarly = before(first, reading).length > 0;
  return (
    isEarly && afterFirst !== undefined && !isShort(minus(afterFirst.totals, reading.totals), boundsOf(first))
  );
}

/** Delayed totals become visible at once; if nothing else can be followed they are awaited as usual. */
export function withoutLate(
  timelines: EndpointTimeline[],
  late: readonly UsageEndpoint[],
): EndpointTimeline[] {
  const others = timelines.filter(({ endpoint }) => !late.includes(endpoint));
  return others.length > 0 ? others : timelines;
}

/** Waits for delayed endpoints, once for all requests. */
export async function outlastBehind(
  context: CheckContext,
  ask: Requester,
  found: Baseline['found'],
  result: Accounts,
  watched: readonly EndpointTimeline[],
): Promise<void> {
  const behind = result.timelines.filter((timeline) => !watched.includes(timeline));
  if (behind.length === 0) return;
  const own = (timeline: EndpointTimeline) => all(result, timeline);
  await settle(context, ask, found, {
    name: 'behind',
    timelines: behind,
    from: ({ before }) => before.totals,
    own,
    last: true,
    until: context.clock.now() + context.settings.settleDeadlineMs,
  });
  for (const timeline of behind) {
    const ended = Math.max(...own(timeline).map(endOf));
    if (!isShort(grown(timeline), boundsOf(own(timeline))))
      timeline.lagMs = Math.max(0, timeline.last.exchange.startedAt - ended);
  }
}

/**
 * If whole completions are missing, and not only tokens, they may be delayed while others of their kind are not:
 * they are awaited again. Any growth makes the result inconclusive.
 */
export async function outlastStragglers(
  context: CheckContext,
  ask: Requester,
  found: Baseline['found'],
  result: Accounts,
): Promise<void> {
  const until = lateDeadlineMs(result, context.settings.settleDeadlineMs);
  if (until === undefined) return;
  await context.clock.sleep(Math.max(0, until - context.clock.now()));
  for (const timeline of result.timelines)
    timeline.last = await readLiveTotals(ask, found, timeline.endpoint, timeline.range);
}

/** A few completions may be delayed while all others are counted at once, as by a retried job. */
const FEW = 3n;
/** A partly delayed count is visible so long after the deadline of the first completion. Milliseconds. */
const BEHIND_MS = 5_000;

/**
 * Until when missing completions may still be counted while others of their kind were counted at once, in epoch
 * milliseconds of the run's clock; undefined if none is missing. A few, and those of an endpoint with known delays,
 * get the deadline of all completions, or the known delay; others that of the first.
 */
export function lateDeadlineMs(accounts: Accounts, deadlineMs: number): number | undefined {
  const { timelines, run, stream, round, steps } = accounts;
  const missing = timelines.map((timeline) => missingFrom(accounts, timeline));
  if (missing.every((requests) => requests === 0n)) return undefined;
  const pending = steps.filter((step) => !isWholeEverywhere(accounts, step)).flatMap(({ own }) => own);
  const ends = [...run, ...stream, ...round, ...pending].map(endOf);
  const late = Math.max(...timelines.map((timeline) => knownDelayMs(accounts, timeline)));
  if (late === 0 && missing.some((requests) => requests > FEW))
    return Math.min(...ends) + deadlineMs + BEHIND_MS;
  return Math.max(...ends) + Math.max(deadlineMs, Math.min(late, 2 * deadlineMs));
}

/**
 * The maximum delay of some completions, in milliseconds: those that were sent before all others, were awaited in
 * vain, and were visible at the end of the run. 0 if there are none.
 */
export function knownDelayMs({ first, run }: Accounts, timeline: EndpointTimeline): number {
  const { before, afterFirst, afterRun } = timeline;
  const lacked = (own: readonly OwnCompletion[], { totals }: EndpointTimeline['last']) =>
    requestsShort(minus(totals, before.totals), since(own, before));
  if (!afterFirst || lacked(first, afterFirst) <= lacked(run, afterRun)) return 0;
  return Math.max(0, afterRun.exchange.startedAt - Math.min(...first.map(endOf)));
}

/** How many completions are missing: if rejections or choices count too, they may replace missing ones. */
function missingFrom(accounts: Accounts, timeline: EndpointTimeline): bigint {
  const inAll = requestsShort(grown(timeline), all(accounts, timeline));
  const inSteps = accounts.steps.map(({ own, growth }) => {
    const grew = growth[timeline.endpoint];
    return grew ? requestsShort(grew, own) : 0n;
  });
  const sum = inSteps.reduce((together, requests) => together + requests, 0n);
  return sum > inAll ? sum : inAll;
}

/** Whether every endpoint has grown by exactly the usage of a step: nothing of the step is pending. */
const isWholeEverywhere = ({ timelines }: Accounts, { own, growth }: Accounts['steps'][number]): boolean =>
  timelines.every(({ endpoint }) => {
    const grew = growth[endpoint];
    return grew !== undefined && hasTokensOf(grew, own) && !isShort(grew, boundsOf(own));
  });

const requestsShort = (growth: EndpointTimeline['last']['totals'], own: readonly OwnCompletion[]): bigint =>
  shortBy(growth, boundsOf(own)).total_requests;
