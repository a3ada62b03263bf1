import { minus } from '../measures.ts';
import { boundsOf, shortBy } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, endOf, grown, since } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

/** So few completions may be late by themselves, while all others are counted at once: a job that is tried again. */
const FEW = 3n;
/** What counts in parts, one of which is behind, shows so long after the deadline of the first completion. Milliseconds. */
const BEHIND_MS = 5_000;

/**
 * Until when whole completions that are missing may still come, while others of their kind were counted at once, in epoch
 * milliseconds of the run's clock; undefined where none is missing. A few, and those of an endpoint that is known to count
 * some late, are given the deadline of all completions, or as long as it took; others that of the first.
 */
export function lateDeadlineMs(accounts: Accounts, deadlineMs: number): number | undefined {
  const { timelines, run, stream, round, steps } = accounts;
  const missing = timelines.map((timeline) => missingFrom(accounts, timeline));
  if (missing.every((requests) => requests === 0n)) return undefined;
  const ends = [...run, ...stream, ...round, ...steps.flatMap(({ own }) => own)].map(endOf);
  const late = Math.max(...timelines.map((timeline) => knownDelayMs(accounts, timeline)));
  if (late === 0 && missing.some((requests) => requests > FEW))
    return Math.min(...ends) + deadlineMs + BEHIND_MS;
  return Math.max(...ends) + Math.max(deadlineMs, Math.min(late, 2 * deadlineMs));
}

/**
 * How late an endpoint counted some completions at most, in milliseconds: those that were sent before all others, were waited
 * for in vain, and had come when the run ended. 0 where none did.
 */
export function knownDelayMs({ first, run }: Accounts, timeline: EndpointTimeline): number {
  const { before, afterFirst, afterRun } = timeline;
  const lacked = (own: readonly OwnCompletion[], { totals }: EndpointTimeline['last']) =>
    requestsShort(minus(totals, before.totals), since(own, before));
  if (!afterFirst || lacked(first, afterFirst) <= lacked(run, afterRun)) return 0;
  return Math.max(0, afterRun.exchange.startedAt - Math.min(...first.map(endOf)));
}

/** How many completions are missing: where refusals or choices count as well, as many may stand in their place in the whole. */
function missingFrom(accounts: Accounts, timeline: EndpointTimeline): bigint {
  const inAll = requestsShort(grown(timeline), all(accounts, timeline));
  const inSteps = accounts.steps.map(({ own, growth }) => {
    const grew = growth[timeline.endpoint];
    return grew ? requestsShort(grew, own) : 0n;
  });
  const sum = inSteps.reduce((together, requests) => together + requests, 0n);
  return sum > inAll ? sum : inAll;
}

const requestsShort = (growth: EndpointTimeline['last']['totals'], own: readonly OwnCompletion[]): bigint =>
  shortBy(growth, boundsOf(own)).total_requests;
