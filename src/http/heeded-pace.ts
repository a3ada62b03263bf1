import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Passage } from './concurrency-window.ts';
import { createOverload } from './overload.ts';
import type { Pacer } from './pacing.ts';
import { retryAfterMs } from './retry-after.ts';

/** Lets the pace of a run follow what the service says of it. */
export class HeededPace {
  readonly #pacer: Pacer;
  readonly #clock: Clock;
  readonly #settings: Settings;
  readonly #overloaded = createOverload(() => this.#limited || this.#pacer.forget());
  #limited = false;
  /** Requests that a limit put off, by their turn: behind hundreds of others they would be so until their patience ends. */
  readonly #putOff = new WeakMap<RequestSpec, number>();
  #turns = 0;

  constructor(pacer: Pacer, clock: Clock, settings: Settings) {
    this.#pacer = pacer;
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Which of the requests that a limit put off this one is; undefined where none did. */
  turnOf(spec: RequestSpec): number | undefined {
    return this.#putOff.get(spec);
  }

  /** Hears an answer, or that none came, of a request that the pace let go. */
  hear(spec: RequestSpec, exchange: Exchange, passage: Passage): void {
    const status = exchange.response?.status;
    if (status !== 429 && status !== 503) {
      if (exchange.response) {
        this.#overloaded.served(spec);
        this.#pacer.taken(passage);
      }
      return;
    }
    if (status === 503 && !this.#overloaded.tells(spec)) return;
    this.#limited ||= status === 429;
    if (!this.#putOff.has(spec)) this.#putOff.set(spec, this.#turns++);
    const asked = retryAfterMs(exchange, this.#clock.now());
    if (asked === undefined || asked <= this.#settings.maxRetryAfterMs) this.#pacer.tooFast(passage, asked);
  }
}
