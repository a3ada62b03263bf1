import type { Clock } from '../vocabulary/clock.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { SpokenPace } from './limit-pace.ts';
import { type Urgently, WaitingLines } from './lines.ts';
import { ServiceRate } from './rate.ts';
import { ConcurrencyWindow, type Passage } from './window.ts';

/** What a clock can tell from nothing, whatever its time is. Milliseconds. */
const SHORTEST_MS = 0.01;

/**
 * Lets requests pass in the order in which they came, by `concurrency` (in flight at most) and `requestsPerSecond` (0: unlimited),
 * until `stop` is aborted.
 */
export class Queue {
  readonly #clock: Clock;
  readonly #stop: AbortSignal | undefined;
  /** Milliseconds between two requests that the user asks for. */
  readonly #gap: number;
  readonly #lines = new WaitingLines();
  readonly #window: ConcurrencyWindow;
  #rate = new ServiceRate();
  readonly #spoken: SpokenPace;
  #inFlight = 0;
  /** What is in flight is to be alone. */
  #isAlone = false;
  #gone = 0;
  #next = Number.NEGATIVE_INFINITY;
  /** When the lines are looked at again; infinite while nothing waits for its time. */
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
   * Resolves when the next request of this kind may go; rejects when the run is stopped first. One that a limit put off goes before all
   * others that wait, the one that was first put off before the next; then a `pressing` one, and an `unhurried` one at last.
   * One that goes `alone` waits until nothing is in flight, and all others wait until it left.
   */
  async enter(kind: string, urgency?: Urgently): Promise<Passage> {
    this.#stop?.throwIfAborted();
    const passed = this.#lines.wait(kind, urgency);
    this.#fill();
    await passed;
    return { kind, alongside: this.#inFlight, order: this.#gone };
  }

  /** Gives the place back: an answer came, or the request did not go. */
  leave(): void {
    this.#inFlight -= 1;
    this.#isAlone = false;
    this.#fill();
  }

  /**
   * The service refused a request because there were too many (429, 503 of an overload), perhaps saying how long to wait.
   * Where others were under way fewer are sent at a time; where none was, everything waits, and goes more slowly afterwards.
   */
  tooFast(passage: Passage, askedMs: number | undefined): void {
    const now = this.#clock.now();
    this.#rate.limits(passage.kind);
    // Requests that were under way when the limit was met say nothing new, but perhaps how long it lasts.
    const isKnown = this.#rate.isPaused(now);
    if (!isKnown) this.#window.refused(passage, this.#gone);
    if (!isKnown && (passage.alongside === 1 || this.#rate.gapMs > 0)) this.#rate.refused(now, askedMs);
    else this.#rate.pause(now, askedMs ?? 0);
  }

  /** The service bears fewer at a time: half as many are in flight from now on, until it long bore that. */
  fewer(): void {
    this.#window.reduce(this.#gone);
  }

  /** The service took a request: the pace is eased, little by little. */
  taken(passage: Passage): void {
    this.#window.served(passage);
    this.#rate.served(passage.kind, this.#clock.now());
    this.#fill();
  }

  /** What was taken for a plea to go slowly was none: the pace is that of the beginning. */
  forget(): void {
    this.#rate = new ServiceRate();
    this.#window.forget();
    this.#fill();
  }

  /** Lets go whoever may go now, and comes back when the next one may. */
  #fill(): void {
    while (!this.#lines.isEmpty && this.#hasRoom()) {
      const now = this.#clock.now();
      let first = Number.POSITIVE_INFINITY;
      const mayGo = (kind: string) => {
        const at = Math.max(this.#next, this.#rate.nextOf(kind));
        first = Math.min(first, at);
        // A wait too short for the clock to show would be waited for ever.
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
      this.#next = now + Math.max(this.#gap, this.#spoken.goes());
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
    // Whoever waits hears of an end of the run by himself.
    this.#clock.sleep(ms, this.#stop).then(look, () => {});
  }

  /** Whether the next one may go. */
  #hasRoom(): boolean {
    if (this.#isAlone) return false;
    return this.#lines.isNextAlone ? this.#inFlight === 0 : this.#inFlight < this.#window.size;
  }
}
