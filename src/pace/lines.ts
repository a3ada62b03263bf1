import type { Urgency } from '../vocabulary/target.ts';

/** How much a request matters to others, or which of those that a limit put off it is: the lower, the earlier. */
export type Urgently = Urgency | number;

interface Waiting {
  kind: string;
  pass: () => void;
  refuse: (reason: unknown) => void;
}

/** Those who wait to be let go: who goes alone first, what is sent again, what presses, the others, and what nobody hurries. */
export class WaitingLines {
  readonly #alone: Waiting[] = [];
  readonly #again: (Waiting & { turn: number })[] = [];
  readonly #pressing: Waiting[] = [];
  readonly #usual: Waiting[] = [];
  readonly #unhurried: Waiting[] = [];
  readonly #inOrder = [this.#alone, this.#again, this.#pressing, this.#usual, this.#unhurried];

  /** Whether the next one goes alone. */
  get isNextAlone(): boolean {
    return this.#alone.length > 0;
  }

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#inOrder.every((line) => line.length === 0);
  }

  /** Resolves when it is let go; rejects when all are refused. */
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

  /** Lets the next one go whose kind may; gives its kind, or undefined where there was none. */
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

  /** Nobody is let go any more. */
  refuseAll(reason: unknown): void {
    for (const line of this.#inOrder) for (const { refuse } of line.splice(0)) refuse(reason);
  }
}
