import type { Exchange } from '../vocabulary/exchange.ts';
import type { LimitPace } from '../vocabulary/target.ts';

/** Minimum and maximum interval of requests after a limit. Milliseconds. */
const LEAST_PACE_MS = 50;
const SLOWEST_PACE_MS = 4_000;
/** The factor of slowing down when the limit is met again, and of speeding up with each request until then. */
const SLOWER = 1.5;
const EASE = 0.995;
/** The same if a rejected pace is nearly reached again. */
const NEARLY = 1.15;
const EASE_AT_THE_EDGE = 0.9995;

/** The allowed pace of a limit with another status than 429: such a limit is recognized only when it is over. */
export class SpokenPace implements LimitPace {
  /** Milliseconds between two requests; 0 until a limit is met. */
  #pace = 0;
  /** The last rejected pace; 0 until there is one. */
  #edge = 0;
  /** The number of accepted requests, and the time of the last change of the pace or of the start. */
  #count = 0;
  #since: number | undefined;

  /** The delay of the next request. */
  goes(): number {
    const wait = this.#pace;
    this.#pace *= wait > this.#edge * NEARLY ? EASE : EASE_AT_THE_EDGE;
    return wait;
  }

  heard({ startedAt }: Exchange, taken: boolean): void {
    this.#since ??= startedAt;
    if (taken) this.#count++;
  }

  slowDown({ startedAt }: Exchange, now: number): void {
    // Requests in flight when the limit was met are no new information.
    if (this.#pace > 0 && startedAt < (this.#since ?? 0)) return;
    // The accepted requests until then, including waits, show the allowed pace; later our waits are longer than
    // needed.
    this.#edge = this.#pace;
    const allowed = (now - (this.#since ?? now)) / Math.max(1, this.#count);
    const slower = this.#pace === 0 ? allowed : this.#pace * SLOWER;
    this.#pace = Math.min(SLOWEST_PACE_MS, Math.max(LEAST_PACE_MS, slower));
    this.#since = now;
  }
}
