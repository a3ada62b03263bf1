import type { Clock } from '../vocabulary/clock.ts';
import type { Settings } from '../vocabulary/settings.ts';

/** Lets requests pass in the order in which they came: so many at a time, so many per second. */
export interface Pacer {
  /**
   * Resolves when the next request may go, before all others that wait if it is `again` one that a limit put off;
   * rejects when the run is stopped first.
   */
  enter(again?: boolean): Promise<void>;
  leave(): void;
  /**
   * The service said that requests come too fast (429), perhaps how long to wait. Everything waits, longer each time
   * in a row, and goes more slowly afterwards: a rate limit is the key's and not the request's.
   */
  tooFast(askedMs: number | undefined): void;
  /** The service took a request: the pace is eased, little by little. */
  taken(): void;
}

/** The first wait of a service that does not say how long; longer each time in a row, by this factor. */
const FIRST_PAUSE_MS = 1_000;
const LONGER = 1.5;
const LONGEST_PAUSE_MS = 30_000;
/** Slower than this it need not get: one request in so many milliseconds. */
const SLOWEST_MS = 5_000;
/** What a clock can tell from nothing, whatever its time is. */
const SHORTEST_MS = 0.01;
/** A little slower than what the limit showed, and a little faster after each answer. */
const MARGIN = 1.05;
const EASE = 0.998;
/** Before so many requests were taken, the first refusals only let guess a limit, which is soon let go of. */
const ENOUGH = 5;
const LONGEST_GUESS_MS = 1_000;
const EASE_OF_A_GUESS = 0.95;

/** In flight at the beginning: more as long as the service bears it, fewer when it asks for that. */
const AT_FIRST = 8;

/** Paces by `concurrency` (in flight at most) and `requestsPerSecond` (0: unlimited) until `stop` is aborted. */
export function createPacer(settings: Settings, clock: Clock, stop?: AbortSignal): Pacer {
  const gap = settings.requestsPerSecond > 0 ? 1000 / settings.requestsPerSecond : 0;
  const waiting: { pass: () => void; refuse: (reason: unknown) => void }[] = [];
  const most = Math.max(1, settings.concurrency);
  let allowed = Math.min(AT_FIRST, most);
  let inFlight = 0;
  /** Answers since the number in flight was changed last. */
  let borne = 0;
  let next = Number.NEGATIVE_INFINITY;
  /** Milliseconds between two requests that the service's own limit asks for; 0 until it shows one. */
  let learnt = 0;
  let ease = 1;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let refusedInARow = 0;
  /** What was taken since the limit was last measured, or since the beginning. */
  let takenSince = 0;
  let since: number | undefined;

  stop?.addEventListener('abort', () => {
    for (const { refuse } of waiting.splice(0)) refuse(stop.reason);
  });

  const seat = (again: boolean) =>
    new Promise<void>((pass, refuse) => {
      if (inFlight < allowed && waiting.length === 0) {
        inFlight += 1;
        pass();
      } else if (again) waiting.unshift({ pass, refuse });
      else waiting.push({ pass, refuse });
    });
  const fill = () => {
    while (inFlight < allowed && waiting.length > 0) {
      inFlight += 1;
      waiting.shift()!.pass();
    }
  };
  const leave = () => {
    inFlight -= 1;
    fill();
  };

  return {
    async enter(again = false) {
      stop?.throwIfAborted();
      await seat(again);
      try {
        for (;;) {
          const now = clock.now();
          const start = Math.max(now, next, pausedUntil);
          // A wait too short for the clock to show would be waited for ever.
          if (start - now < SHORTEST_MS) break;
          next = start + Math.max(gap, learnt);
          await clock.sleep(start - now, stop);
          // What was heard while waiting may ask for more.
          if (clock.now() >= pausedUntil) return;
        }
      } catch (error) {
        leave();
        throw error;
      }
      since ??= clock.now();
      next = clock.now() + Math.max(gap, learnt);
    },
    leave,
    tooFast(askedMs) {
      const now = clock.now();
      // Requests that were under way when the limit was met say nothing new.
      if (now < pausedUntil) return;
      allowed = Math.max(1, Math.floor(allowed / 2));
      borne = 0;
      const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * LONGER ** refusedInARow);
      pausedUntil = now + (askedMs ?? wait);
      refusedInARow += 1;
    },
    taken() {
      if (++borne > allowed && allowed < most) {
        allowed += 1;
        borne = 0;
        fill();
      }
      const now = clock.now();
      if (refusedInARow > 0) {
        // So many were taken in all that time, the waiting included: that is what the service allows.
        const perRequest = ((now - (since ?? now)) / Math.max(1, takenSince)) * MARGIN;
        // Most of that time we waited: a limit that is as slow as that refuses again, and then it is believed.
        const guess = learnt === 0 && takenSince < ENOUGH;
        learnt = Math.min(guess ? LONGEST_GUESS_MS : SLOWEST_MS, Math.max(learnt, perRequest));
        ease = guess ? EASE_OF_A_GUESS : EASE;
        refusedInARow = 0;
        if (!guess) {
          takenSince = 0;
          since = now;
        }
      }
      takenSince += 1;
      learnt *= ease;
    },
  };
}
