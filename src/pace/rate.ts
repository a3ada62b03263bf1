/** The first wait if the service does not name one; each further wait in a row is longer by this factor. */
const FIRST_PAUSE_MS = 1_000;
const LONGER = 1.5;
const LONGEST_PAUSE_MS = 15_000;
/** The slowest pace: one request in so many milliseconds. */
const SLOWEST_MS = 5_000;
/** A little slower than what the limit showed, and a little faster after each response. */
const MARGIN = 1.05;
const EASE = 0.996;
/** The factor of slowing down if a known pace was rejected, and of the slow approach to it. */
const SLOWER = 1.06;
const NEARLY = 1.02;
const EASED_AT_THE_EDGE = 0.0005;
/** If a pace faster by this factor was accepted, there is no limit there. */
const BEYOND = 0.99;
/** Before so many requests were accepted, a limit is only an estimate, which is soon dropped. */
const ENOUGH = 5;
const LONGEST_GUESS_MS = 1_000;
const EASE_OF_A_GUESS = 0.95;

/**
 * A single rejection among so many requests, accepted on retry, is transient: a pause is enough, without a slower
 * pace.
 */
const SELDOM = 12;
/** So many rejections in a row are a limit, however rare they are. */
const A_LIMIT = 3;

/**
 * The request rate that the service accepts, as its rejections show: of the rejected kinds only, since a limit may
 * concern some endpoints. Times are those of the run's clock.
 */
export class ServiceRate {
  readonly #limited = new Set<string>();
  /** Milliseconds between two requests; 0 until a limit is found. */
  #gap = 0;
  #ease = 1;
  /** The last rejected pace, once one was known; 0 until then. */
  #edge = 0;
  /** Consecutive rejections near it: it is approached ever more slowly. */
  #sure = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;
  #refused = 0;
  #taken = 0;
  /** Accepted requests of each kind since the limit was last measured, or since the start. */
  #takenSince = new Map<string, number>();
  #next = Number.NEGATIVE_INFINITY;
  #since: number | undefined;

  /** Milliseconds from one request to the next; 0 while no limit is known. */
  get gapMs(): number {
    return this.#gap;
  }

  /** Whether everything has to wait now. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** When the next request of this kind may be sent. */
  nextOf(kind: string): number {
    return this.#limited.has(kind) ? Math.max(this.#next, this.#pausedUntil) : Number.NEGATIVE_INFINITY;
  }

  /** A request of this kind is sent. */
  goes(kind: string, now: number): void {
    this.#since ??= now;
    if (this.#limited.has(kind)) this.#next = now + this.#gap;
  }

  /** A request of this kind was rejected: the limit also concerns this kind. */
  limits(kind: string): void {
    this.#limited.add(kind);
  }

  /** Nothing is sent for so long. Milliseconds. */
  pause(now: number, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
  }

  /** A request was rejected with no other in flight; the service may have named a wait. Milliseconds. */
  refused(now: number, askedMs: number | undefined): void {
    const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * LONGER ** this.#refusedInARow);
    this.pause(now, askedMs ?? wait);
    this.#refusedInARow += 1;
    this.#refused += 1;
  }

  /** A request was accepted: the pace is relaxed gradually. */
  served(kind: string, now: number): void {
    if (!this.#limited.has(kind)) {
      this.#note(kind);
      return;
    }
    if (this.#refusedInARow > 0) {
      if (this.#refusedInARow >= A_LIMIT) this.#learn(now);
      else if (this.#gap > 0 && this.#ease === EASE) this.#stepBack();
      else if (this.#refused * SELDOM > this.#taken) this.#learn(now);
      this.#refusedInARow = 0;
    }
    this.#note(kind);
    if (this.#gap < this.#edge * BEYOND) this.#edge = 0;
    const atTheEdge = 1 - EASED_AT_THE_EDGE / 2 ** this.#sure;
    this.#gap *= this.#gap < this.#edge * NEARLY ? atTheEdge : this.#ease;
  }

  #note(kind: string): void {
    this.#taken += 1;
    this.#takenSince.set(kind, (this.#takenSince.get(kind) ?? 0) + 1);
  }

  /** Accepted requests of the limited kinds since the last measurement. */
  #limitedSince(): number {
    return [...this.#limited].reduce((sum, kind) => sum + (this.#takenSince.get(kind) ?? 0), 0);
  }

  /**
   * A learned and relaxed pace was slightly too fast: the average since then includes waits. A rejection at a
   * slower pace than before has another reason, until it recurs.
   */
  #stepBack(): void {
    if (this.#limitedSince() < ENOUGH || (this.#edge > 0 && this.#gap > this.#edge * NEARLY)) return;
    this.#sure = this.#edge > 0 && this.#gap > this.#edge * BEYOND ? this.#sure + 1 : 0;
    this.#edge = this.#gap;
    this.#gap = Math.min(SLOWEST_MS, this.#gap * SLOWER);
  }

  /** Accepted requests in all that time, including waits: the rate that the service allows. */
  #learn(now: number): void {
    const taken = this.#limitedSince();
    const perRequest = ((now - (this.#since ?? now)) / Math.max(1, taken)) * MARGIN;
    // Most of that time was spent waiting: a limit that slow rejects again, and is then accepted as one.
    const guess = this.#gap === 0 && taken < ENOUGH;
    this.#gap = Math.min(guess ? LONGEST_GUESS_MS : SLOWEST_MS, Math.max(this.#gap, perRequest));
    this.#ease = guess ? EASE_OF_A_GUESS : EASE;
    if (guess) return;
    this.#takenSince = new Map();
    this.#since = now;
  }
}
