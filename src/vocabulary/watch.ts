import type { Clock } from './clock.ts';
import type { Exchange } from './exchange.ts';

/** Follows a run while it goes, for whoever shows it. It hears and decides nothing: a run is the same without it. */
export interface RunWatch {
  /** A request goes out now. */
  sent(request: { id: string; label: string }): void;
  /** Its answer, clean, or what stood in the way of one. */
  exchange(exchange: Exchange): void;
  /** Something is waited for, until `until` (epoch milliseconds) at most; call what is returned when that is over. */
  waits(what: string, until: number): () => void;
}

/** A shorter pause is over before anyone wonders. */
const WORTH_TELLING_MS = 1_000;

/** The clock, with its longer pauses told to the watch as `what`. */
export function watchedClock(clock: Clock, watch: RunWatch | undefined, what: string): Clock {
  if (!watch) return clock;
  return {
    now: clock.now,
    sleep: (ms, signal) => {
      if (ms < WORTH_TELLING_MS) return clock.sleep(ms, signal);
      const over = watch.waits(what, clock.now() + ms);
      return clock.sleep(ms, signal).finally(over);
    },
  };
}
