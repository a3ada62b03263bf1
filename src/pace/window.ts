/** In flight at the beginning. */
const AT_FIRST = 8;
/** After a refusal one more is tried after so many times their number were served, and after twice as many each time in vain. */
const PATIENCE = 8;
const LONGEST_PATIENCE = 256;

/** One request that was let go. */
export interface Passage {
  /** Which limit it may meet: services have some for single endpoints. */
  kind: string;
  /** How many were under way when it went, itself included. */
  alongside: number;
  /** How many had gone by then, itself included. */
  order: number;
}

/**
 * How many requests may be in flight: one more with each answer until one is refused, half as many then, and one more after a
 * long time (additive increase, multiplicative decrease). A number that was borne for long is where an attempt at more ends.
 */
export class ConcurrencyWindow {
  readonly #most: number;
  #size: number;
  #wasRefused = false;
  /** The number that was borne for long; 0 where none was. */
  #proven = 0;
  #served = 0;
  #patience = PATIENCE;
  /** Requests up to this one went before the size was reduced: their refusals say nothing new. */
  #reducedAt = 0;

  constructor(most: number) {
    this.#most = Math.max(1, most);
    this.#size = Math.min(AT_FIRST, this.#most);
  }

  /** In flight at most. */
  get size(): number {
    return this.#size;
  }

  /** A request was served. Those that went while few were under way do not show that more are borne. */
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

  /** A request was refused because too many were under way; `gone` are all that went so far. */
  refused({ order }: Passage, gone: number): void {
    if (order > this.#reducedAt) this.reduce(gone);
  }

  /** Fewer from now on; `gone` are all that went so far. */
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

  /** The refusals were none of this kind: the size is at least that of the beginning. */
  forget(): void {
    this.#size = Math.max(this.#size, Math.min(AT_FIRST, this.#most));
    this.#wasRefused = false;
    this.#proven = 0;
    this.#patience = PATIENCE;
  }
}
