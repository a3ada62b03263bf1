import type { Clock } from './clock.ts';
import type { Exchange } from './exchange.ts';

/** Observes a run for progress output. It changes nothing: a run is the same without it. */
export interface RunWatch {
  /** A request is sent now. */
  sent(request: { id: string; label: string }): void;
  /** Its redacted response, or its failure. */
  exchange(exchange: Exchange): void;
  /** A wait begins, until `until` (epoch milliseconds) at most; call the returned function at its end. */
  waits(what: string, until: number): () => void;
}

/** A shorter pause is not worth reporting. */
const WORTH_TELLING_MS = 1_000;

/** The clock, with its longer pauses reported to the watch as `what`. */
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
