import type { Urgency } from '../vocabulary/target.ts';

/** The priority of a request, or the order among deferred ones: lower is earlier. */
export type Urgently = Urgency | number;

interface Waiting {
  kind: string;
  pass: () => void;
  refuse: (reason: unknown) => void;
}

/**
 * The queues of waiting requests: exclusive ones first, deferred ones, urgent ones, the others, and those without
 * urgency.
 */
export class WaitingLines {
  readonly #alone: Waiting[] = [];
  readonly #again: (Waiting & { turn: number })[] = [];
  readonly #pressing: Waiting[] = [];
  readonly #usual: Waiting[] = [];
  readonly #unhurried: Waiting[] = [];
  readonly #inOrder = [this.#alone, this.#again, this.#pressing, this.#usual, this.#unhurried];

  /** Whether the next one is exclusive. */
  get isNextAlone(): boolean {
    return this.#alone.length > 0;
  }

  /** Whether only requests without urgency wait. */
  get isUnhurried(): boolean {
    return this.#inOrder.every((line) => line === this.#unhurried || line.length === 0);
  }

  /** Whether the queues are empty. */
  get isEmpty(): boolean {
    return this.#inOrder.every((line) => line.length === 0);
  }

  /** Resolves when it is released; rejects when all are rejected. */
  wait(kind: string, urgency: Urgently | undefined): Promise<void> {
    const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { kind, pass, refuse };
    if (urgency === 'alone') this.#alone.push(waiting);
    else if (typeof urgency === 'number') this.#putBack({ ...waiting, turn: urgency });
    else if (urgency === 'pressing') this.#pressing.push(waiting);
    else if (urgency === 'unhurried') this.#unhurried.push(waiting);
    else this.#usual.push(waiting);
    return promise;
  }

  #putBack(waiting: Waiting & { turn: number }): void {
    const later = this.#again.findIndex(({ turn }) => turn > waiting.turn);
    this.#again.splice(later < 0 ? this.#again.length : later, 0, waiting);
  }

  /** Releases the next one whose kind may go; returns its kind, or undefined if there was none. */
  letPass(mayGo: (kind: string) => boolean): string | undefined {
    for (const line of this.#inOrder) {
      const at = line.findIndex(({ kind }) => mayGo(kind));
      if (at < 0) continue;
      const [next] = line.splice(at, 1);
      next!.pass();
      return next!.kind;
    }
    return undefined;
  }

  /** Nothing more is released. */
  refuseAll(reason: unknown): void {
    for (const line of this.#inOrder) for (const { refuse } of line.splice(0)) refuse(reason);
  }
}
