import { isTransientStatus } from '../vocabulary/transient.ts';

/** So many breaches that came again while nothing else was under way say that the load brings none of this status. */
const ENOUGH_ALONE = 3;

/**
 * Repeats breaches that show a server error while nothing else is under way, as the load may bring it. Where the status
 * usually passes, one is repeated after the other, and once several came again the others are repeated together.
 */
export class IsolatedRepetition {
  /** For each status how many breaches came again; minus infinity once one did not. */
  readonly #cameAgain = new Map<number, number>();
  readonly #turns = new Map<number, Promise<void>>();

  /** `again` tells whether a breach that shows this status came again. */
  async repeat<T extends { cameAgain: boolean }>(
    status: number,
    again: (isAlone: boolean) => Promise<T>,
  ): Promise<T> {
    if (!isTransientStatus(status)) return again(true);
    const before = this.#turns.get(status) ?? Promise.resolve();
    const { promise, resolve: next } = Promise.withResolvers<void>();
    this.#turns.set(status, promise);
    await before;
    const known = this.#cameAgain.get(status) ?? 0;
    if (known >= ENOUGH_ALONE) next();
    try {
      const repeated = await again(known < ENOUGH_ALONE);
      const count = repeated.cameAgain ? (this.#cameAgain.get(status) ?? 0) + 1 : Number.NEGATIVE_INFINITY;
      this.#cameAgain.set(status, count);
      return repeated;
    } finally {
      next();
    }
  }
}
