import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';

/** Lets requests pass in the order in which they came: so many at a time, so many per second. */
export interface Pacer {
  /** Resolves when the next request may go; rejects with the signal's reason when it is aborted first. */
  enter(signal?: AbortSignal): Promise<void>;
  leave(): void;
  /** No request goes before this moment of the clock. */
  pauseUntil(at: number): void;
}

/** Paces by `concurrency` and `requestsPerSecond` (0: unlimited). */
export function createPacer(settings: Settings, clock: Clock): Pacer {
  const gap = settings.requestsPerSecond > 0 ? 1000 / settings.requestsPerSecond : 0;
  const waiting: { pass: () => void; refuse: (reason: unknown) => void }[] = [];
  let free = Math.max(1, settings.concurrency);
  let next = Number.NEGATIVE_INFINITY;

  const seat = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (free > 0 && waiting.length === 0) {
        free -= 1;
        return resolve();
      }
      const entry = {
        pass: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        refuse: reject,
      };
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
    });
  const leave = () => {
    const entry = waiting.shift();
    if (entry) entry.pass();
    else free += 1;
  };

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      await seat(signal);
      const now = clock.now();
      const start = Math.max(now, next);
      next = start + gap;
      if (start <= now) return;
      try {
        await clock.sleep(start - now, signal);
      } catch (error) {
        leave();
        throw error;
      }
    },
    leave,
    pauseUntil(at) {
      next = Math.max(next, at);
    },
  };
}
