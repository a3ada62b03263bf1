import { setImmediate } from 'node:timers';
import type { Clock } from '../vocabulary/clock.ts';

/** A clock that recorded events move: they take place in the order of their times, one at a time. */
export interface ReplayClock extends Clock {
  /**
   * Calls `happen` when it is `at` (epoch milliseconds); the clock then shows `at`, even if it was later before.
   */
  schedule(at: number, happen: () => void): void;
}

interface Event {
  at: number;
  happen: () => void;
}

/**
 * Between two events all consequences of the first one have run, so that code that waited for a response sees its
 * original time.
 */
export function createReplayClock(start: number): ReplayClock {
  /** The earliest first; of events at the same time, the one that was scheduled first. */
  const events: Event[] = [];
  let now = start;
  let pumping = false;

  const pump = () => {
    const event = events.shift();
    if (!event) {
      pumping = false;
      return;
    }
    now = event.at;
    event.happen();
    setImmediate(pump);
  };
  const schedule = (at: number, happen: () => void) => {
    events.splice(events.findLastIndex((event) => event.at <= at) + 1, 0, { at, happen });
    if (pumping) return;
    pumping = true;
    setImmediate(pump);
  };
  return {
    now: () => now,
    schedule,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => reject(signal?.reason);
        signal?.addEventListener('abort', onAbort, { once: true });
        schedule(now + ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
      }),
  };
}
