import type { Clock } from '../vocabulary/clock.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { type Urgently, WaitingLines } from './waiting-lines.ts';

/** Lets requests pass in the order in which they came: so many at a time, so many per second. */
export interface Pacer {
  /**
   * Resolves when the next request may go; rejects when the run is stopped first. One that a limit put off goes before all
   * others that wait, the one that was first put off before the next; then a `pressing` one, and an `unhurried` one at last.
   * One that goes `alone` waits until nothing is in flight, and all others wait until it left.
   */
  enter(urgency?: Urgently): Promise<void>;
  leave(): void;
  /**
   * The service said that requests come too fast (429), perhaps how long to wait. Everything waits, longer each time
   * in a row, and goes more slowly afterwards: a rate limit is the key's and not the request's.
   */
  tooFast(askedMs: number | undefined): void;
  /** The service bears fewer at a time: half as many are in flight from now on, until it long bore that. */
  fewer(): void;
  /** The service took a request: the pace is eased, little by little. */
  taken(): void;
  /** What was taken for a plea to go slowly was none: the pace is that of the beginning. */
  forget(): void;
}

/** The first wait of a service that does not say how long; longer each time in a row, by this factor. */
const FIRST_PAUSE_MS = 1_000;
const LONGER = 1.5;
const LONGEST_PAUSE_MS = 30_000;
/** Slower than this it need not get: one request in so many milliseconds. */
const SLOWEST_MS = 5_000;
/** What a clock can tell from nothing, whatever its time is. */
const SHORTEST_MS = 0.01;
/** A little slower than what the limit showed, and a little faster after each answer. */
const MARGIN = 1.05;
const EASE = 0.996;
/** Slower by so much where a known pace was refused, and hardly faster any more when that one is nearly reached again. */
const SLOWER = 1.06;
const NEARLY = 1.02;
const EASED_AT_THE_EDGE = 0.0005;
/** Faster than what was refused by so much, and not refused: there is no limit there. */
const BEYOND = 0.99;
/** Before so many requests were taken, the first refusals only let guess a limit, which is soon let go of. */
const ENOUGH = 5;
const LONGEST_GUESS_MS = 1_000;
const EASE_OF_A_GUESS = 0.95;

/**
 * One refusal in so many requests, each let in when it was sent again, is a passing trouble: the pause answers it, and to
 * be slower for ever after would not.
 */
const SELDOM = 12;
/** So many refusals in a row are a limit, however seldom they are. */
const A_LIMIT = 3;

/** In flight at the beginning: more as long as the service bears it, fewer when it asks for that. */
const AT_FIRST = 8;

/** Where the service showed that it bears fewer at a time, one more is tried after so many times their number. */
const LONG = 8;

/** Paces by `concurrency` (in flight at most) and `requestsPerSecond` (0: unlimited) until `stop` is aborted. */
export function createPacer(settings: Settings, clock: Clock, stop?: AbortSignal): Pacer {
  return new Queue(settings, clock, stop);
}

class Queue implements Pacer {
  readonly #clock: Clock;
  readonly #stop: AbortSignal | undefined;
  /** Milliseconds between two requests that the user asks for. */
  readonly #gap: number;
  readonly #most: number;
  readonly #lines = new WaitingLines();
  #allowed: number;
  #inFlight = 0;
  /** What is in flight is to be alone. */
  #isAlone = false;
  /** Answers since the number in flight was changed last, and how many times that number lets one more go. */
  #borne = 0;
  #long = 1;
  #next = Number.NEGATIVE_INFINITY;
  /** Milliseconds between two requests that the service's own limit asks for; 0 until it shows one. */
  #learnt = 0;
  #ease = 1;
  /** The pace that was refused last, once one was known; 0 until then. */
  #edge = 0;
  /** So often in a row it was refused about there: ever more slowly is it tried again. */
  #sure = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;
  #refused = 0;
  #taken = 0;
  /** What was taken since the limit was last measured, or since the beginning. */
  #takenSince = 0;
  #since: number | undefined;

  constructor({ requestsPerSecond, concurrency }: Settings, clock: Clock, stop: AbortSignal | undefined) {
    this.#clock = clock;
    this.#stop = stop;
    this.#gap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
    this.#most = Math.max(1, concurrency);
    this.#allowed = Math.min(AT_FIRST, this.#most);
    stop?.addEventListener('abort', () => this.#lines.refuseAll(stop.reason));
  }

  async enter(urgency?: Urgently): Promise<void> {
    this.#stop?.throwIfAborted();
    await this.#seat(urgency);
    try {
      for (;;) {
        const now = this.#clock.now();
        const start = Math.max(now, this.#next, this.#pausedUntil);
        // A wait too short for the clock to show would be waited for ever.
        if (start - now < SHORTEST_MS) break;
        this.#next = start + this.#distance();
        await this.#clock.sleep(start - now, this.#stop);
        // What was heard while waiting may ask for more.
        if (this.#clock.now() >= this.#pausedUntil) return;
      }
    } catch (error) {
      this.leave();
      throw error;
    }
    this.#since ??= this.#clock.now();
    this.#next = this.#clock.now() + this.#distance();
  }

  leave(): void {
    this.#inFlight -= 1;
    this.#isAlone = false;
    this.#fill();
  }

  tooFast(askedMs: number | undefined): void {
    const now = this.#clock.now();
    // Requests that were under way when the limit was met say nothing new, but perhaps how long it lasts.
    if (now < this.#pausedUntil) {
      this.#pausedUntil = Math.max(this.#pausedUntil, now + (askedMs ?? 0));
      return;
    }
    this.#halve();
    const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * LONGER ** this.#refusedInARow);
    this.#pausedUntil = now + (askedMs ?? wait);
    this.#refusedInARow += 1;
    this.#refused += 1;
  }

  fewer(): void {
    this.#halve();
    this.#refused ||= 1;
    this.#long = LONG;
  }

  #halve(): void {
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#borne = 0;
  }

  taken(): void {
    this.#borne += 1;
    // As long as nothing was refused each answer lets one more go: a slow service is not asked for long by a few at a time.
    if ((this.#borne > this.#allowed * this.#long || this.#refused === 0) && this.#allowed < this.#most) {
      this.#allowed += 1;
      this.#borne = 0;
      this.#fill();
    }
    if (this.#refusedInARow > 0) {
      if (this.#refusedInARow >= A_LIMIT) this.#learn();
      else if (this.#learnt > 0 && this.#ease === EASE) this.#stepBack();
      else if (this.#refused * SELDOM > this.#taken) this.#learn();
      this.#refusedInARow = 0;
    }
    this.#taken += 1;
    this.#takenSince += 1;
    if (this.#learnt < this.#edge * BEYOND) this.#edge = 0;
    const atTheEdge = 1 - EASED_AT_THE_EDGE / 2 ** this.#sure;
    this.#learnt *= this.#learnt < this.#edge * NEARLY ? atTheEdge : this.#ease;
  }

  forget(): void {
    this.#learnt = 0;
    this.#edge = 0;
    this.#sure = 0;
    this.#refusedInARow = 0;
    this.#refused = 0;
    this.#taken = 0;
    this.#takenSince = 0;
    this.#since = undefined;
    this.#next = Number.NEGATIVE_INFINITY;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.#allowed = Math.max(this.#allowed, Math.min(AT_FIRST, this.#most));
    this.#fill();
  }

  /**
   * A pace that was learnt, and eased, was a little too fast: the average since then holds the waiting, too. What is refused
   * at a slower pace than before is refused for another reason, until it is so again and again.
   */
  #stepBack(): void {
    if (this.#takenSince < ENOUGH || (this.#edge > 0 && this.#learnt > this.#edge * NEARLY)) return;
    this.#sure = this.#edge > 0 && this.#learnt > this.#edge * BEYOND ? this.#sure + 1 : 0;
    this.#edge = this.#learnt;
    this.#learnt = Math.min(SLOWEST_MS, this.#learnt * SLOWER);
  }

  /** Milliseconds from one request to the next. */
  #distance(): number {
    return Math.max(this.#gap, this.#learnt);
  }

  /** What was taken in all that time, the waiting included: that is what the service allows. */
  #learn(): void {
    const now = this.#clock.now();
    const perRequest = ((now - (this.#since ?? now)) / Math.max(1, this.#takenSince)) * MARGIN;
    // Most of that time we waited: a limit that is as slow as that refuses again, and then it is believed.
    const guess = this.#learnt === 0 && this.#takenSince < ENOUGH;
    this.#learnt = Math.min(guess ? LONGEST_GUESS_MS : SLOWEST_MS, Math.max(this.#learnt, perRequest));
    this.#ease = guess ? EASE_OF_A_GUESS : EASE;
    if (guess) return;
    this.#takenSince = 0;
    this.#since = now;
  }

  #seat(urgency: Urgently | undefined): Promise<void> {
    const waited = this.#lines.wait(urgency);
    this.#fill();
    return waited;
  }

  #fill(): void {
    while (this.#hasRoom()) {
      const goesAlone = this.#lines.isNextAlone;
      if (!this.#lines.letPass()) return;
      this.#isAlone = goesAlone;
      this.#inFlight += 1;
    }
  }

  /** Whether the next one may go. */
  #hasRoom(): boolean {
    if (this.#isAlone) return false;
    return this.#lines.isNextAlone ? this.#inFlight === 0 : this.#inFlight < this.#allowed;
  }
}
