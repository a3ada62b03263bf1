import type { Asking, Interview } from '../../check.ts';
import type { Discovered } from '../discovery/discover.ts';
import { minus, same, type Totals } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import type { Own } from './own.ts';
import { readLive } from './reading.ts';
import type { Track } from './tracks.ts';

/** Milliseconds until the second poll, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** What is waited for. */
export interface Waiting {
  tracks: readonly Track[];
  from(track: Track): Totals;
  own(track: Track): readonly Own[];
  /** Epoch milliseconds of the run's clock. */
  until: number;
}

/**
 * Polls, ever slower, until nothing of ours is missing, or nothing has moved for the settle time, or the deadline. What
 * was read last is in each track. Time is that of the readings, so that a replay decides the same.
 */
export async function settle(t: Interview, ask: Asking, found: Discovered, waiting: Waiting): Promise<void> {
  let waits = waiting.tracks.map((track) => ({ track, from: waiting.from(track), moved: 0 }));
  for (let pause = FIRST_PAUSE; waits.length > 0; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const left: typeof waits = [];
    for (const wait of waits) {
      const { track, from } = wait;
      const reading = await readLive(ask, found, track.endpoint, track.range);
      const now = reading.exchange.startedAt;
      if (wait.moved === 0 || !same(reading.totals, track.last.totals)) wait.moved = now;
      track.last = reading;
      const missing = isShort(minus(reading.totals, from), boundsOf(waiting.own(track)));
      const stuck = now - wait.moved >= t.settings.settleMs;
      if (missing && !stuck && now + pause <= waiting.until) left.push(wait);
    }
    waits = left;
    if (waits.length > 0) await t.clock.sleep(pause);
  }
}

/**
 * Waits until the later completions, or one of them, are counted, and then until the totals stand still for the settle
 * time. What is missing from such a track stays missing.
 */
export async function settleLater(
  t: Interview,
  ask: Asking,
  found: Discovered,
  track: Track,
  later: readonly Own[],
  until: number,
): Promise<void> {
  const from = track.last.totals;
  const read = async () => {
    track.last = await readLive(ask, found, track.endpoint, track.range);
    return track.last.exchange.startedAt;
  };
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const now = await read();
    if (counted(minus(track.last.totals, from), later)) break;
    if (now + pause > until) return;
    await t.clock.sleep(pause);
  }
  for (;;) {
    const before = track.last.totals;
    await t.clock.sleep(t.settings.settleMs);
    const now = await read();
    track.settled = same(track.last.totals, before);
    if (track.settled || now + t.settings.settleMs > until) return;
  }
}

/**
 * Whether growth shows later completions, any of them, and not earlier ones that arrive late: their tokens are counted
 * exactly in one measure at least, and there are no more requests than were sent.
 */
export function counted(growth: Totals, later: readonly Own[]): boolean {
  const sets = [later, ...later.map((own) => [own])].map((own) => own.filter((o) => o.usage));
  return sets.some((set) => {
    const { least } = boundsOf(set);
    if (set.length === 0 || growth.total_requests > BigInt(later.length)) return false;
    return (['input_tokens', 'output_tokens', 'total_tokens'] as const).some(
      (m) => least[m] > 0n && growth[m] === least[m],
    );
  });
}
