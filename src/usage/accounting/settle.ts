import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../discovery/discover.ts';
import { minus, same, type Totals } from '../measures.ts';
import { beyond, boundsOf, isShort } from './bounds.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
import { readLiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';

/** Milliseconds until the second poll, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** What is waited for. */
export interface Waiting {
  /** Names this wait among those of a run. */
  name: string;
  timelines: readonly EndpointTimeline[];
  from(timeline: EndpointTimeline): Totals;
  own(timeline: EndpointTimeline): readonly OwnCompletion[];
  /** Epoch milliseconds of the run's clock. */
  until: number;
}

/**
 * Polls each endpoint, ever slower, until nothing of ours is missing, or nothing has moved for the settle time, or the
 * deadline. Where counting lags, what is not ours to be missing (streams that do not say what they used) is waited for as
 * long again, and so is what grows beyond ours: a service that counts twice has not counted all by then. What was read last
 * is in each timeline. Time is that of the readings, so that a replay decides the same.
 */
export async function settle(
  context: CheckContext,
  ask: Requester,
  found: Discovered,
  waiting: Waiting,
): Promise<void> {
  await Promise.all(
    waiting.timelines.map((timeline) =>
      ask.shared(`accounting/${waiting.name}/${timeline.endpoint}`, (own) =>
        settleOne(context, own, found, waiting, timeline),
      ),
    ),
  );
}

async function settleOne(
  context: CheckContext,
  ask: Requester,
  found: Discovered,
  waiting: Waiting,
  timeline: EndpointTimeline,
): Promise<void> {
  const from = waiting.from(timeline);
  const wait: Wait = { timeline, from, begun: 0, moved: 0, gap: 0 };
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const reading = await readLiveTotals(ask, found, timeline.endpoint, timeline.range);
    const now = reading.exchange.startedAt;
    note(wait, !same(reading.totals, timeline.last.totals), now);
    timeline.last = reading;
    const growth = minus(reading.totals, from);
    const bounds = boundsOf(waiting.own(timeline));
    const missing = isShort(growth, bounds);
    if (!missing) wait.met ??= now;
    const patience = missing ? patienceOf(wait, context.settings.settleMs) : wait.gap;
    const more = !missing && beyond(growth, bounds).length > 0 && now < 2 * wait.met! - wait.begun;
    if ((!more && now - wait.moved >= patience) || now + pause > waiting.until) return;
    await context.clock.sleep(pause);
  }
}

/** One endpoint that is waited for; times in epoch milliseconds of its readings. */
interface Wait {
  timeline: EndpointTimeline;
  from: Totals;
  begun: number;
  moved: number;
  /** The longest time between two movements, the beginning being one. */
  gap: number;
  /** When nothing of ours was missing any more. */
  met?: number;
}

function note(wait: Wait, moved: boolean, now: number): void {
  if (wait.begun === 0) {
    wait.begun = now;
    wait.moved = now;
  } else if (moved) {
    wait.gap = Math.max(wait.gap, now - wait.moved);
    wait.moved = now;
  }
}

/** Some services count what they did once a minute. */
const ONCE_A_MINUTE = 65_000;
/** A first movement after so long is none of a service that counts at once. */
const SLOW = 5_000;

/** How long an endpoint that lacks something has to stand still: longer where it counts from time to time, or nothing at all. */
const patienceOf = ({ gap, timeline, from }: Wait, settleMs: number): number =>
  gap >= SLOW || same(timeline.last.totals, from) ? Math.max(settleMs, ONCE_A_MINUTE) : settleMs;
