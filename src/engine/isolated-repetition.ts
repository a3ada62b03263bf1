import { isTransientStatus } from '../vocabulary/transient.ts';

/** After so many violations that recur while nothing else is in flight, this status is not caused by load. */
const ENOUGH_ALONE = 3;

/**
 * Repeats violations with a server error while nothing else is in flight, since load may cause the error. If the
 * status is usually transient, violations are repeated one after the other. Once several recurred, the others are
 * repeated together.
 */
export class IsolatedRepetition {
  /** For each status, the number of recurred violations; minus infinity once one did not recur. */
  readonly #cameAgain = new Map<number, number>();
  readonly #turns = new Map<number, Promise<void>>();

  /** `again` tells whether a violation with this status recurred. */
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
