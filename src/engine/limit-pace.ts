import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** Between two requests after a limit, at least and at most. */
const LEAST_PACE_MS = 50;
const SLOWEST_PACE_MS = 4_000;
/** Slower by so much when the limit is met again, and a little faster with each request until then. */
const SLOWER = 1.5;
const EASE = 0.995;
/** The same where a pace that was refused is nearly reached again. */
const NEARLY = 1.15;
const EASE_AT_THE_EDGE = 0.9995;

/** Lets requests go one after the other, once a limit was met. */
export interface LimitPace {
  /** Waits for a turn. */
  turn(clock: Clock): Promise<void>;
  /** A request was answered without meeting the limit, or was the first of all. */
  heard(exchange: Exchange, taken: boolean): void;
  /** A request met the limit, which is over `now`. */
  slowDown(refused: Exchange, now: number): void;
}

/** No limit was met yet. */
export function createLimitPace(): LimitPace {
  let pace = 0;
  /** The pace that was refused last; 0 until one was. */
  let edge = 0;
  let turns: Promise<unknown> = Promise.resolve();
  /** What was taken so far, and when the pace was changed last, or the run began. */
  let count = 0;
  let since: number | undefined;
  return {
    turn(clock) {
      if (pace === 0) return Promise.resolve();
      const wait = pace;
      const mine = turns.then(() => clock.sleep(wait));
      pace *= pace > edge * NEARLY ? EASE : EASE_AT_THE_EDGE;
      turns = mine.catch(() => {});
      return mine;
    },
    heard({ startedAt }, taken) {
      since ??= startedAt;
      if (taken) count++;
    },
    slowDown({ startedAt }, now) {
      // What was under way when the limit was met says nothing new.
      if (pace > 0 && startedAt < (since ?? 0)) return;
      // What was taken until then, the waiting included, is what the service allows; later our waits are longer than its own.
      edge = pace;
      const allowed = (now - (since ?? now)) / Math.max(1, count);
      pace = Math.min(SLOWEST_PACE_MS, Math.max(LEAST_PACE_MS, pace === 0 ? allowed : pace * SLOWER));
      since = now;
    },
  };
}
