/** Initial concurrency. */
const AT_FIRST = 8;
/**
 * After a rejection, one more is tried after so many times their number succeeded, and twice as many after each
 * failure.
 */
const PATIENCE = 8;
const LONGEST_PATIENCE = 256;

/** One released request. */
export interface Passage {
  /** The limit that it may meet: services limit single endpoints. */
  kind: string;
  /** Requests in flight when it was sent, including itself. */
  alongside: number;
  /** Requests sent by then, including itself. */
  order: number;
}

/**
 * The allowed concurrency: one more with each response until a rejection, then half, and one more after a long time
 * (additive increase, multiplicative decrease). A number that was tolerated for long is the starting point of the
 * next increase.
 */
export class ConcurrencyWindow {
  readonly #most: number;
  #size: number;
  #wasRefused = false;
  /** The number that was tolerated for long; 0 if there is none. */
  #proven = 0;
  #served = 0;
  #patience = PATIENCE;
  /** Requests up to this one were sent before the reduction: their rejections are no new information. */
  #reducedAt = 0;

  constructor(most: number) {
    this.#most = Math.max(1, most);
    this.#size = Math.min(AT_FIRST, this.#most);
  }

  /** Maximum in flight. */
  get size(): number {
    return this.#size;
  }

  /** A request succeeded. Requests sent at low concurrency do not show that more is tolerated. */
  served({ alongside }: Passage): void {
    if (this.#size >= this.#most || 2 * alongside <= this.#size) return;
    this.#served += 1;
    if (this.#wasRefused) {
      if (this.#served < this.#size * this.#patience) return;
      this.#proven = this.#size;
    }
    this.#size += 1;
    this.#served = 0;
  }

  /** A request was rejected because too many were in flight; `gone` counts all sent so far. */
  refused({ order }: Passage, gone: number): void {
    if (order > this.#reducedAt) this.reduce(gone);
  }

  /** Fewer from now on; `gone` counts all sent so far. */
  reduce(gone: number): void {
    const half = Math.max(1, Math.floor(this.#size / 2));
    const isAttempt = this.#proven > 0 && this.#size > this.#proven;
    this.#size = isAttempt ? Math.max(half, this.#proven) : half;
    if (isAttempt) this.#patience = Math.min(LONGEST_PATIENCE, 2 * this.#patience);
    else this.#proven = 0;
    this.#wasRefused = true;
    this.#served = 0;
    this.#reducedAt = gone;
  }

  /** The rejections had another cause: the size is at least the initial one. */
  forget(): void {
    this.#size = Math.max(this.#size, Math.min(AT_FIRST, this.#most));
    this.#wasRefused = false;
    this.#proven = 0;
    this.#patience = PATIENCE;
  }
}
