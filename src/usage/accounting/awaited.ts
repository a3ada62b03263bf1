import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { minus } from '../measures.ts';
import type { Baseline } from './baseline.ts';
import { boundsOf, isShort } from './bounds.ts';
import { lateDeadlineMs } from './delayed-completions.ts';
import {
  type Accounts,
  all,
  before,
  type EndpointTimeline,
  endOf,
  grown,
  since,
} from './endpoint-timeline.ts';
import { type LiveEndpoint, readLiveTotals } from './live-totals.ts';
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
  late: readonly LiveEndpoint[],
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
