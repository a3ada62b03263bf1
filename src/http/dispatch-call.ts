import { inspect } from 'node:util';
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** A request in flight that a function of this process answers: the controls and callbacks of undici. */
export class DispatchCall implements Dispatcher.DispatchController {
  rawHeaders: string[] = [];
  paused = false;
  readonly gone = new AbortController();
  readonly handler: Handler;
  #goOn: (() => void) | undefined;

  constructor(handler: Handler) {
    this.handler = handler;
  }

  get aborted(): boolean {
    return this.gone.signal.aborted;
  }

  get reason(): Error | null {
    return this.aborted ? (this.gone.signal.reason as Error) : null;
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.gone.abort(reason);
    this.resume();
    this.handler.onResponseError?.(this, reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.#goOn?.();
  }

  /** Resolves when the client takes more. */
  async ready(): Promise<void> {
    if (!this.paused || this.aborted) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  fail(error: unknown): void {
    if (this.aborted) return;
    this.gone.abort(error);
    const reason =
      error instanceof Error ? error : new Error(`the service threw ${inspect(error, { depth: 0 })}`);
    this.handler.onResponseError?.(this, reason);
  }
}
