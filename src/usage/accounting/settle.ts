import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../discovery/discover.ts';
import { minus, same, type Totals } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
import { readLiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';

/** Milliseconds until the second poll, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** What is waited for. */
export interface Waiting {
  timelines: readonly EndpointTimeline[];
  from(timeline: EndpointTimeline): Totals;
  own(timeline: EndpointTimeline): readonly OwnCompletion[];
  /** Epoch milliseconds of the run's clock. */
  until: number;
}

/**
 * Polls, ever slower, until nothing of ours is missing, or nothing has moved for the settle time, or the deadline. What
 * was read last is in each timeline. Time is that of the readings, so that a replay decides the same.
 */
export async function settle(
  context: CheckContext,
  ask: Requester,
  found: Discovered,
  waiting: Waiting,
): Promise<void> {
  let waits = waiting.timelines.map((timeline) => ({ timeline, from: waiting.from(timeline), moved: 0 }));
  for (let pause = FIRST_PAUSE; waits.length > 0; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const left: typeof waits = [];
    for (const wait of waits) {
      const { timeline, from } = wait;
      const reading = await readLiveTotals(ask, found, timeline.endpoint, timeline.range);
      const now = reading.exchange.startedAt;
      if (wait.moved === 0 || !same(reading.totals, timeline.last.totals)) wait.moved = now;
      timeline.last = reading;
      const missing = isShort(minus(reading.totals, from), boundsOf(waiting.own(timeline)));
      const stuck = now - wait.moved >= context.settings.settleMs;
      if (missing && !stuck && now + pause <= waiting.until) left.push(wait);
    }
    waits = left;
    if (waits.length > 0) await context.clock.sleep(pause);
  }
}
