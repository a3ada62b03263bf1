import type { Urgency } from '../vocabulary/target.ts';

/** The priority of a request, or the order among deferred ones: lower is earlier. */
export type Urgently = Urgency | number;

interface Waiting {
  kind: string;
  /** The order among deferred ones. */
  turn: number;
  pass: () => void;
  refuse: (reason: unknown) => void;
}

/**
 * The queues of waiting requests, the first to go first: exclusive ones, deferred ones, urgent ones, the others, and
 * those without urgency.
 */
export class WaitingLines {
  readonly #lines: Record<'alone' | 'again' | 'pressing' | 'usual' | 'unhurried', Waiting[]> = {
    alone: [],
    again: [],
    pressing: [],
    usual: [],
    unhurried: [],
  };

  /** Whether the next one is exclusive. */
  get isNextAlone(): boolean {
    return this.#lines.alone.length > 0;
  }

  /** Whether only requests without urgency wait. */
  get isUnhurried(): boolean {
    const { alone, again, pressing, usual } = this.#lines;
    return alone.length + again.length + pressing.length + usual.length === 0;
  }

  /** Whether the queues are empty. */
  get isEmpty(): boolean {
    return this.isUnhurried && this.#lines.unhurried.length === 0;
  }

  /** Resolves when it is released; rejects when all are rejected. */
  wait(kind: string, urgency: Urgently | 'usual' = 'usual'): Promise<void> {
    const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
    const isAgain = typeof urgency === 'number';
    this.#lines[isAgain ? 'again' : urgency].push({ kind, turn: isAgain ? urgency : 0, pass, refuse });
    this.#lines.again.sort((a, b) => a.turn - b.turn);
    return promise;
  }

  /** Releases the next one whose kind may go; returns its kind, or undefined if there was none. */
  letPass(mayGo: (kind: string) => boolean): string | undefined {
    for (const line of Object.values(this.#lines)) {
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
    for (const line of Object.values(this.#lines)) for (const { refuse } of line.splice(0)) refuse(reason);
  }
}
