import { minus } from '../measures.ts';
import { boundsOf, hasTokensOf, isShort, shortBy } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, endOf, grown, since } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

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
