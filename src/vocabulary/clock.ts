import { setTimeout } from 'node:timers/promises';

/** The only source of time in a run: the wall clock, or a simulated one for tests and replays. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const wallClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    }),
};

/** Event-loop turns after a jump, in which woken sleepers act. */
const TURNS_AFTER_A_JUMP = 3;

interface Sleeper {
  wake: number;
  resolve(): void;
}

/**
 * A clock that jumps instead of waiting: to the earliest time of a sleeper, and to the next one only after that one
 * had time to act. Time also passes as on the wall, so that latencies stay above zero.
 */
export function leapingClock(start: number = Date.now()): Clock {
  let offset = start - Date.now();
  let jumping = false;
  const sleepers = new Set<Sleeper>();
  const now = () => Date.now() + offset;
  const jump = () => {
    let first: Sleeper | undefined;
    for (const one of sleepers) if (!first || one.wake < first.wake) first = one;
    jumping = first !== undefined;
    if (!first) return;
    sleepers.delete(first);
    offset += Math.max(0, first.wake - now());
    first.resolve();
    afterTurns(TURNS_AFTER_A_JUMP, jump);
  };
  return {
    now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { wake: now() + ms, resolve };
      const onAbort = () => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      sleepers.add(sleeper);
      if (!jumping) {
        jumping = true;
        afterTurns(1, jump);
      }
      await promise;
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function afterTurns(turns: number, act: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, act) : act()));
}
