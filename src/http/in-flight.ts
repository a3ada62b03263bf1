/** The requests of a run that wait for responses: each leaves by itself, or is aborted when the run is stopped. */
export class InFlight {
  // One listener for all: removing a listener from a signal takes time proportional to their number.
  readonly #all = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const giveUp of this.#all) giveUp();
    });
  }

  get stopped(): boolean {
    return this.#signal.aborted;
  }

  enter(giveUp: () => void): void {
    this.#all.add(giveUp);
  }

  leave(giveUp: () => void): void {
    this.#all.delete(giveUp);
  }
}
