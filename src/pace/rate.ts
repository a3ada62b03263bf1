/** The first wait of a service that does not say how long; longer each time in a row, by this factor. */
const FIRST_PAUSE_MS = 1_000;
const LONGER = 1.5;
const LONGEST_PAUSE_MS = 15_000;
/** Slower than this it need not get: one request in so many milliseconds. */
const SLOWEST_MS = 5_000;
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

/**
 * How many requests in a time the service lets in, as far as its refusals show it: requests of those kinds that were refused,
 * as a limit may be that of some endpoints alone. Times are those of the run's clock.
 */
export class ServiceRate {
  readonly #limited = new Set<string>();
  /** Milliseconds between two requests; 0 until a limit shows. */
  #gap = 0;
  #ease = 1;
  /** The pace that was refused last, once one was known; 0 until then. */
  #edge = 0;
  /** So often in a row it was refused about there: ever more slowly is it tried again. */
  #sure = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;
  #refused = 0;
  #taken = 0;
  /** What was taken of each kind since the limit was last measured, or since the beginning. */
  #takenSince = new Map<string, number>();
  #next = Number.NEGATIVE_INFINITY;
  #since: number | undefined;

  /** Milliseconds from one request to the next; 0 while no limit is known. */
  get gapMs(): number {
    return this.#gap;
  }

  /** Whether all is to wait for now. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** When the next request of this kind may go. */
  nextOf(kind: string): number {
    return this.#limited.has(kind) ? Math.max(this.#next, this.#pausedUntil) : Number.NEGATIVE_INFINITY;
  }

  /** A request of this kind goes. */
  goes(kind: string, now: number): void {
    this.#since ??= now;
    if (this.#limited.has(kind)) this.#next = now + this.#gap;
  }

  /** A request of this kind was refused: the limit is one of this kind, too. */
  limits(kind: string): void {
    this.#limited.add(kind);
  }

  /** Nothing goes for so long. Milliseconds. */
  pause(now: number, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
  }

  /** A request was refused that nothing else was under way with; the service perhaps said how long to wait. Milliseconds. */
  refused(now: number, askedMs: number | undefined): void {
    const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * LONGER ** this.#refusedInARow);
    this.pause(now, askedMs ?? wait);
    this.#refusedInARow += 1;
    this.#refused += 1;
  }

  /** A request was served: the pace is eased, little by little. */
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

  /** What was taken of the kinds that the limit is for since it was last measured. */
  #limitedSince(): number {
    return [...this.#limited].reduce((sum, kind) => sum + (this.#takenSince.get(kind) ?? 0), 0);
  }

  /**
   * A pace that was learnt, and eased, was a little too fast: the average since then holds the waiting, too. What is refused
   * at a slower pace than before is refused for another reason, until it is so again and again.
   */
  #stepBack(): void {
    if (this.#limitedSince() < ENOUGH || (this.#edge > 0 && this.#gap > this.#edge * NEARLY)) return;
    this.#sure = this.#edge > 0 && this.#gap > this.#edge * BEYOND ? this.#sure + 1 : 0;
    this.#edge = this.#gap;
    this.#gap = Math.min(SLOWEST_MS, this.#gap * SLOWER);
  }

  /** What was taken in all that time, the waiting included: that is what the service allows. */
  #learn(now: number): void {
    const taken = this.#limitedSince();
    const perRequest = ((now - (this.#since ?? now)) / Math.max(1, taken)) * MARGIN;
    // Most of that time we waited: a limit that is as slow as that refuses again, and then it is believed.
    const guess = this.#gap === 0 && taken < ENOUGH;
    this.#gap = Math.min(guess ? LONGEST_GUESS_MS : SLOWEST_MS, Math.max(this.#gap, perRequest));
    this.#ease = guess ? EASE_OF_A_GUESS : EASE;
    if (guess) return;
    this.#takenSince = new Map();
    this.#since = now;
  }
}
