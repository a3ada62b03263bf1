/** The requests of a run that wait for their answers: each leaves by itself, or is given up when the run is stopped. */
export class InFlight {
  // One listener for all: a signal looks through its listeners for each that is taken off.
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
