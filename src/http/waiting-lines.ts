import type { Urgency } from '../vocabulary/target.ts';

/** How much a request matters to others, or that it is sent `again` because a limit put it off. */
export type Urgently = 'again' | Urgency;

interface Waiting {
  pass: () => void;
  refuse: (reason: unknown) => void;
}

/** Those who wait to be let go: who goes alone first, what is sent again, what presses, the others, and what nobody hurries. */
export class WaitingLines {
  readonly #alone: Waiting[] = [];
  readonly #again: Waiting[] = [];
  readonly #pressing: Waiting[] = [];
  readonly #usual: Waiting[] = [];
  readonly #unhurried: Waiting[] = [];
  readonly #inOrder = [this.#alone, this.#again, this.#pressing, this.#usual, this.#unhurried];

  /** Whether the next one goes alone. */
  get isNextAlone(): boolean {
    return this.#alone.length > 0;
  }

  /** Resolves when it is let go; rejects when all are refused. */
  wait(urgency: Urgently | undefined): Promise<void> {
    const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { pass, refuse };
    if (urgency === 'alone') this.#alone.push(waiting);
    else if (urgency === 'again') this.#again.unshift(waiting);
    else if (urgency === 'pressing') this.#pressing.push(waiting);
    else if (urgency === 'unhurried') this.#unhurried.push(waiting);
    else this.#usual.push(waiting);
    return promise;
  }

  /** Lets the next one go; whether there was one. */
  letPass(): boolean {
    const next = this.#inOrder.find((line) => line.length > 0)?.shift();
    next?.pass();
    return next !== undefined;
  }

  /** Nobody is let go any more. */
  refuseAll(reason: unknown): void {
    for (const line of this.#inOrder) for (const { refuse } of line.splice(0)) refuse(reason);
  }
}
