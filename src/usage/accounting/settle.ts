import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { MEASURES, minus, NOTHING, same, type Totals } from '../measures.ts';
import { beyond, boundsOf, isWhole, shortBy } from './bounds.ts';
import { type EndpointTimeline, endOf, reducedDay } from './endpoint-timeline.ts';
import { readLiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';

const accountingKey = (name: string, endpoint: string) =>
  answerKey<boolean>(`accounting/${name}/${endpoint}`);

/** Milliseconds until the second poll, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 4_000;
/** An endpoint without movement so long after another one showed all is delayed: it has no windows. */
const BEHIND = 10_000;

/** What is awaited. */
export interface Waiting {
  /** Names this wait among those of a run. */
  name: string;
  timelines: readonly EndpointTimeline[];
  from(timeline: EndpointTimeline): Totals;
  own(timeline: EndpointTimeline): readonly OwnCompletion[];
  /** Completions from before, which may be counted meanwhile. */
  early?(timeline: EndpointTimeline): readonly OwnCompletion[];
  /** Other completions follow at once, and delayed usage would be lost in their growth: wait the whole time. */
  whole?: boolean;
  /** What an earlier wait did not see: it is not awaited again. */
  lacking?(timeline: EndpointTimeline): Totals | undefined;
  /** Whether this is the last wait: delayed usage is awaited too. */
  last?: boolean;
  /** Epoch milliseconds of the run's clock. */
  until: number;
}

/**
 * Polls each endpoint with growing pauses, until nothing of ours is missing, or nothing has moved for the settle
 * time, or until the deadline. If counting is delayed, usage that cannot be ours to miss (streams without reported
 * usage) is awaited for as long again, and so is excess growth: a service that counts twice has not counted
 * everything by then. The last readings are in each timeline. Returns the delayed endpoints. Time is that of the
 * readings, so that a replay decides the same.
 */
export async function settle(
  context: CheckContext,
  ask: Requester,
  found: Discovered,
  waiting: Waiting,
): Promise<EndpointTimeline[]> {
  const { name, timelines } = waiting;
  let allIn = Number.POSITIVE_INFINITY;
  const others = {
    isAhead: (now: number) => !waiting.last && now - allIn >= BEHIND,
    met: (now: number) => {
      allIn = Math.min(allIn, now);
    },
  };
  const behind = await Promise.all(
    timelines.map((timeline) =>
      ask.shared(accountingKey(name, timeline.endpoint), (own) =>
        settleOne(context, own, found, waiting, timeline, others),
      ),
    ),
  );
  return timelines.filter((_, i) => behind[i]);
}

async function settleOne(
  context: CheckContext,
  ask: Requester,
  found: Discovered,
  waiting: Waiting,
  timeline: EndpointTimeline,
  others: { isAhead(now: number): boolean; met(now: number): void },
): Promise<boolean> {
  const from = waiting.from(timeline);
  const lacking = waiting.lacking?.(timeline);
  const early = waiting.early ?? (() => []);
  const wait: Wait = { timeline, from, begun: 0, moved: 0, gap: 0 };
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const reading = await readLiveTotals(ask, found, timeline.endpoint, timeline.range);
    const now = reading.exchange.startedAt;
    const moved = !same(reading.totals, timeline.last.totals);
    timeline.last = reading;
    const own = waiting.own(timeline);
    note(wait, moved, now, waiting.whole ? [] : own);
    const growth = minus(reading.totals, from);
    const bounds = boundsOf(own);
    const short = shortBy(growth, bounds);
    const missing = MEASURES.some((m) => short[m] > (lacking?.[m] ?? 0n));
    if (missing && reducedDay(waiting) !== undefined) return false;
    if (!missing) {
      wait.met ??= now;
      others.met(now);
    } else if (same(reading.totals, from) && others.isAhead(now)) return true;
    const again = isAny(lacking);
    // If every completion reported its usage, nothing else of ours is pending.
    let patience = bounds.most.total_tokens === undefined ? wait.gap : 0;
    if (missing) {
      const rest = patienceOf(wait, { short, again, whole: waiting.whole }, context.settings.settleMs);
      // All that is awaited was sent before the first reading.
      patience = Math.max(rest, wait.begun + stillToMove(timeline) - wait.moved);
    }
    const isBeyond = beyond(growth, bounds).length > 0 && !isWhole(growth, [...own, ...early(timeline)]);
    const more = !missing && isBeyond && now < 2 * wait.met! - wait.begun;
    if ((!more && now - wait.moved >= patience) || now + pause > waiting.until) return false;
    const still = wait.moved + patience - now;
    await context.clock.sleep(more || still < FIRST_PAUSE ? pause : Math.min(pause, still));
  }
}

const isAny = (totals: Totals = NOTHING): boolean => MEASURES.some((m) => totals[m] > 0n);

/** One awaited endpoint; times in epoch milliseconds of its readings. */
interface Wait {
  timeline: EndpointTimeline;
  from: Totals;
  begun: number;
  moved: number;
  /** The longest time between two movements, the start counting as one. */
  gap: number;
  /** When nothing of ours was missing any more. */
  met?: number;
}

function note(wait: Wait, moved: boolean, now: number, own: readonly OwnCompletion[]): void {
  const { timeline } = wait;
  if (wait.begun === 0) {
    wait.begun = now;
    // Totals that have not moved since the start have been stable since the first of these completions.
    const never = same(timeline.last.totals, timeline.before.totals);
    wait.moved = never ? Math.min(now, ...own.map(endOf)) : now;
  } else if (moved) {
    wait.gap = Math.max(wait.gap, now - wait.moved);
    wait.moved = now;
    timeline.slowestMs = Math.max(timeline.slowestMs, wait.gap);
  }
}

/** Some services count once a minute. */
const ONCE_A_MINUTE = 65_000;
/** So late a first movement shows that a service does not count at once. */
const SLOW = 5_000;

/** Additional wait for usage that an earlier wait did not see. */
const AGAIN = 5_000;
/** Tokens of completions that are already counted as requests. */
const IN_PART = 10_000;

/**
 * What is missing, whether an earlier wait missed all or a part of it, and whether the whole settle time is needed.
 */
interface Lack {
  short: Totals;
  again: boolean;
  whole: boolean | undefined;
}

/** How long an endpoint may be stable and move again, as observed. Milliseconds. */
const stillToMove = ({ slowestMs }: EndpointTimeline): number =>
  slowestMs < NOTICEABLE ? 0 : Math.min(ONCE_A_MINUTE, 1.5 * slowestMs + NOTICEABLE);
const NOTICEABLE = 1_000;

/**
 * How long an incomplete endpoint has to be stable: twice its period if it counts periodically, and longer if it shows
 * nothing; less if an
 * earlier wait was in vain, or every request is counted. Missing usage is then tested with completions of its kind,
 * whose growth shows delays, and judged after the whole settle time only.
 */
function patienceOf({ gap, timeline, from }: Wait, { short, again, whole }: Lack, settleMs: number): number {
  if (same(timeline.last.totals, from)) return Math.max(settleMs, ONCE_A_MINUTE);
  if (again && !whole) return Math.min(settleMs, AGAIN);
  if (gap >= SLOW) return Math.max(settleMs, Math.min(ONCE_A_MINUTE, 2 * gap));
  if (whole) return settleMs;
  if (short.total_requests === 0n) return Math.min(settleMs, IN_PART);
  return settleMs;
}
