import type { Exchange } from '../vocabulary/exchange.ts';
import type { LimitPace } from '../vocabulary/target.ts';

/** Between two requests after a limit, at least and at most. Milliseconds. */
const LEAST_PACE_MS = 50;
const SLOWEST_PACE_MS = 4_000;
/** Slower by so much when the limit is met again, and a little faster with each request until then. */
const SLOWER = 1.5;
const EASE = 0.995;
/** The same where a pace that was refused is nearly reached again. */
const NEARLY = 1.15;
const EASE_AT_THE_EDGE = 0.9995;

/** The pace that a limit allows that speaks with another status than 429: it is known for one only when it is over. */
export class SpokenPace implements LimitPace {
  /** Milliseconds between two requests; 0 while no limit was met. */
  #pace = 0;
  /** The pace that was refused last; 0 until one was. */
  #edge = 0;
  /** What was taken so far, and when the pace was changed last, or the run began. */
  #count = 0;
  #since: number | undefined;

  /** How long the request after this one has to wait. */
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
    // What was under way when the limit was met says nothing new.
    if (this.#pace > 0 && startedAt < (this.#since ?? 0)) return;
    // What was taken until then, the waiting included, is what the service allows; later our waits are longer than its own.
    this.#edge = this.#pace;
    const allowed = (now - (this.#since ?? now)) / Math.max(1, this.#count);
    const slower = this.#pace === 0 ? allowed : this.#pace * SLOWER;
    this.#pace = Math.min(SLOWEST_PACE_MS, Math.max(LEAST_PACE_MS, slower));
    this.#since = now;
  }
}
