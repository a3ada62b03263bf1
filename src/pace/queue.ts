import type { Clock } from '../vocabulary/clock.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { SpokenPace } from './limit-pace.ts';
import { type Urgently, WaitingLines } from './lines.ts';
import { ServiceRate } from './rate.ts';
import { ConcurrencyWindow, type Passage } from './window.ts';

/** The kind of requests that are to meet a limit: no learned pace holds for them. */
export const BURST = 'burst';

/** The shortest time that a clock can measure. Milliseconds. */
const SHORTEST_MS = 0.01;

/** The share of slots that `unhurried` requests leave free for callers that will ask soon. */
const LEFT_FREE = 1 / 4;

/**
 * Releases requests in order, by `concurrency` (maximum in flight) and `requestsPerSecond` (0: unlimited), until
 * `stop` is aborted.
 */
export class Queue {
  readonly #clock: Clock;
  readonly #stop: AbortSignal | undefined;
  /** The user's minimum interval of requests in milliseconds. */
  readonly #gap: number;
  readonly #lines = new WaitingLines();
  readonly #window: ConcurrencyWindow;
  #rate = new ServiceRate();
  readonly #spoken: SpokenPace;
  #inFlight = 0;
  /** The request in flight is exclusive. */
  #isAlone = false;
  #gone = 0;
  #next = Number.NEGATIVE_INFINITY;
  /** When the queues are examined again; infinite while nothing waits for its time. */
  #wake = Number.POSITIVE_INFINITY;

  constructor(
    { requestsPerSecond, concurrency }: Settings,
    clock: Clock,
    stop?: AbortSignal,
    spoken = new SpokenPace(),
  ) {
    this.#spoken = spoken;
    this.#clock = clock;
    this.#stop = stop;
    this.#gap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
    this.#window = new ConcurrencyWindow(concurrency);
    stop?.addEventListener('abort', () => this.#lines.refuseAll(stop.reason));
  }

  /**
   * Resolves when the next request of this kind may be sent; rejects if the run is stopped first. Deferred requests
   * go first, in the order of their first attempts; then `pressing` ones, and `unhurried` ones last, which leave a
   * few slots free. An `alone` request waits until nothing is in flight, and all others wait for it.
   */
  async enter(kind: string, urgency?: Urgently): Promise<Passage> {
    this.#stop?.throwIfAborted();
    const passed = this.#lines.wait(kind, urgency);
    this.#fill();
    await passed;
    return { kind, alongside: this.#inFlight, order: this.#gone };
  }

  /** Releases the slot: a response arrived, or the request was not sent. */
  leave(): void {
    this.#inFlight -= 1;
    this.#isAlone = false;
    this.#fill();
  }

  /**
   * The service rejected a request because there were too many (429, 503 of an overload), perhaps with a wait. If
   * others were in flight, the concurrency is reduced; otherwise everything waits, and is slower afterwards.
   */
  tooFast(passage: Passage, askedMs: number | undefined): void {
    const now = this.#clock.now();
    this.#rate.limits(passage.kind);
    // Requests in flight when the limit was met are no new information, except for its duration.
    const isKnown = this.#rate.isPaused(now);
    if (!isKnown) this.#window.refused(passage, this.#gone);
    if (!isKnown && (passage.alongside === 1 || this.#rate.gapMs > 0)) this.#rate.refused(now, askedMs);
    else this.#rate.pause(now, askedMs ?? 0);
  }

  /** The service tolerates less concurrency: it is halved until the service has tolerated that for long. */
  fewer(): void {
    this.#window.reduce(this.#gone);
  }

  /** The service accepted a request: the pace is relaxed gradually. */
  taken(passage: Passage): void {
    this.#window.served(passage);
    this.#rate.served(passage.kind, this.#clock.now());
    this.#fill();
  }

  /** The apparent demand to slow down was a mistake: the initial pace is restored. */
  forget(): void {
    this.#rate = new ServiceRate();
    this.#window.forget();
    this.#fill();
  }

  /** Releases the requests that may go now, and schedules the next release. */
  #fill(): void {
    while (!this.#lines.isEmpty && this.#hasRoom()) {
      const now = this.#clock.now();
      let first = Number.POSITIVE_INFINITY;
      const mayGo = (kind: string) => {
        const at = Math.max(this.#next, this.#rate.nextOf(kind));
        first = Math.min(first, at);
        // A wait too short for the clock would never end.
        return at - now < SHORTEST_MS;
      };
      const goesAlone = this.#lines.isNextAlone;
      const kind = this.#lines.letPass(mayGo);
      if (kind === undefined) {
        this.#comeBack(first - now);
        return;
      }
      this.#isAlone = goesAlone;
      this.#inFlight += 1;
      this.#gone += 1;
      this.#next = now + Math.max(this.#gap, kind === BURST ? 0 : this.#spoken.goes());
      this.#rate.goes(kind, now);
    }
  }

  #comeBack(ms: number): void {
    const at = this.#clock.now() + ms;
    if (at >= this.#wake) return;
    this.#wake = at;
    const look = () => {
      if (this.#wake === at) this.#wake = Number.POSITIVE_INFINITY;
      this.#fill();
    };
    // Waiting requests are notified of the end of the run separately.
    this.#clock.sleep(ms, this.#stop).then(look, () => {});
  }

  /** Whether the next one may go. */
  #hasRoom(): boolean {
    if (this.#isAlone) return false;
    if (this.#lines.isNextAlone) return this.#inFlight === 0;
    const { size } = this.#window;
    return this.#inFlight < (this.#lines.isUnhurried ? size - Math.floor(size * LEFT_FREE) : size);
  }
}
