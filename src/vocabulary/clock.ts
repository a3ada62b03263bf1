/** The only source of time in a run: the wall clock, or one that a test or a replay moves by itself. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const wallClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/**
 * A clock that jumps instead of waiting: a sleep moves it to the moment of waking and resolves at once. Sleeps that
 * overlap share the jump. Time also passes as on the wall, so that latencies stay above zero.
 */
export function leapingClock(start: number = Date.now()): Clock {
  let offset = start - Date.now();
  const now = () => Date.now() + offset;
  return {
    now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      const wake = now() + ms;
      await new Promise<void>((resolve) => setImmediate(resolve));
      const missing = wake - now();
      if (missing > 0) offset += missing;
      signal?.throwIfAborted();
    },
  };
}
