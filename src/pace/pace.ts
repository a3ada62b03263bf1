import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Health, Urgency } from '../vocabulary/target.ts';
import { Endpoints } from './endpoints.ts';
import { Kinds } from './kinds.ts';
import { SpokenPace } from './limit-pace.ts';
import { Overload } from './overload.ts';
import { BURST, Queue } from './queue.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Bounds, TimeOuts } from './time-outs.ts';
import type { Passage } from './window.ts';

export interface PaceOptions {
  settings: Settings;
  clock: Clock;
  /** The same, for observers. */
  pausing: Clock;
  stop: AbortSignal;
  /** Sends one request past all queues. */
  ask(spec: RequestSpec): Promise<Exchange>;
}

/**
 * Decides when a request may be sent: within the concurrency and rate that the service tolerates, nothing to an
 * endpoint that is down, nothing of a kind that is never answered, and with timeouts that responses need.
 */
export class Pace {
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #queue: Queue;
  readonly #endpoints: Endpoints;
  readonly #timeOuts: TimeOuts;
  readonly #kinds = new Kinds();
  readonly health: Health = this.#kinds;
  readonly limitPace = new SpokenPace();
  readonly #overload: Overload;
  #isLimited = false;
  /** Deferred requests by order: behind hundreds of others they would exceed their patience. */
  readonly #putOff = new WeakMap<RequestSpec, number>();
  #turns = 0;

  constructor({ settings, clock, pausing, stop, ask }: PaceOptions) {
    this.#settings = settings;
    this.#clock = clock;
    this.#queue = new Queue(settings, pausing, stop, this.limitPace);
    // What its rejections demanded is over: waiting requests learn that it is down.
    this.#endpoints = new Endpoints({ clock, ask, onDown: () => this.#queue.forget() });
    this.#timeOuts = new TimeOuts(settings);
    this.#overload = new Overload(
      (spec) => this.#kinds.isSteady(spec, 503),
      () => this.#isLimited || this.#queue.forget(),
    );
  }

  /**
   * Resolves when the request has a slot, which has to be released afterwards. Rejects with `TargetDown` for
   * requests without a response, and with the reason of the stop if the run ends first.
   */
  async admit(spec: RequestSpec, urgency: Urgency | undefined): Promise<Passage> {
    for (;;) {
      this.#kinds.refuse(spec);
      // A target that is down is reported at once, not after the pause of its own 503.
      await this.#endpoints.gate(spec);
      const turn = urgency === 'alone' ? urgency : (this.#putOff.get(spec) ?? urgency);
      const passage = await this.#queue.enter(limitOf(spec), turn);
      let trial: Promise<void> | undefined;
      try {
        this.#kinds.refuse(spec);
        trial = this.#endpoints.gate(spec);
        if (!trial) return passage;
      } catch (error) {
        this.leave();
        throw error;
      }
      // A waiting request releases its slot meanwhile.
      this.leave();
      await trial;
    }
  }

  /** Releases a slot. */
  leave(): void {
    this.#queue.leave();
  }

  /** The bounds of the next request of this kind. */
  bounds(spec: RequestSpec): Bounds {
    return this.#timeOuts.boundsOf(spec);
  }

  /** Records the outcome of a request: one with this pass, or one that was sent past all queues. */
  tell(spec: RequestSpec, exchange: Exchange, passage: Passage | undefined): void {
    this.#timeOuts.hear(spec, exchange);
    if (!passage) return;
    this.#kinds.hear(spec, exchange);
    this.#endpoints.hear(spec, exchange, this.#kinds.isSteady(spec, exchange.response?.status ?? 0));
    const status = exchange.response?.status;
    // A key that was limited for so long gets few requests, without retries.
    if (status === 429 && spec.credential && this.#kinds.known(spec, exchange)) return;
    if (status === 429 || (status === 503 && this.#overload.tells(spec)))
      this.#slowDown(spec, exchange, passage);
    else if (exchange.response && status !== 503) {
      this.#overload.served(spec);
      this.#queue.taken(passage);
    }
  }

  /** Halves the concurrency: requests in flight may have caused a server error together. */
  easier(): void {
    this.#queue.fewer();
  }

  #slowDown(spec: RequestSpec, exchange: Exchange, passage: Passage): void {
    this.#isLimited ||= exchange.response?.status === 429;
    if (!this.#putOff.has(spec)) this.#putOff.set(spec, this.#turns++);
    const asked = retryAfterMs(exchange, this.#clock.now());
    if (asked === undefined || asked <= this.#settings.maxRetryAfterMs) this.#queue.tooFast(passage, asked);
  }
}

/** Services limit completions and usage endpoints together or separately, and every key. */
function limitOf({ path, credential = 'main', ofBurst }: RequestSpec): string {
  if (ofBurst) return BURST;
  return `${path.includes('/chat/completions') ? 'completions' : 'usage'} ${credential}`;
}
