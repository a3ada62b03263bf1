import type { Judge } from '../vocabulary/check.ts';
import { asksForStream } from '../vocabulary/exchange.ts';
import { Inconclusive, NotApplicable, ValidRequestRefused } from '../vocabulary/undecidable.ts';
import { attributedFinding } from './attribute.ts';
import type { Breach, Verification } from './confirmation.ts';
import { exchangesIn } from './evidence.ts';
import { noteHeld, noteInconclusive } from './notes.ts';

/** The violations in an item; if there are none, the rule held, which is recorded. */
export function judged<E>(
  { notes, facts, onJudged }: Verification,
  gather: Breach<E>['gather'],
  evidence: E,
  judge: Judge<E>,
): Breach<E>[] {
  const findings = judge(evidence);
  if (findings.length === 0) noteHeld(notes, evidence);
  else onJudged?.(evidence, judge);
  return findings.map((finding) => ({ gather, finding: attributedFinding(finding, facts) }));
}

/** The outcome of a list of items, which may be gathered in parts. */
export class Items<E> {
  readonly #verification: Verification;
  readonly #judge: Judge<E>;
  #found: Breach<E>[] = [];
  readonly #blocked: Inconclusive[] = [];
  readonly #absent: NotApplicable[] = [];
  #asked = 0;
  #judged = 0;
  /** Whether any stream was judged, and whether any other response was. */
  readonly #judgedWays = new Set<boolean>();

  constructor(verification: Verification, judge: Judge<E>) {
    this.#verification = verification;
    this.#judge = judge;
  }

  /** Requests these items together and judges them. Rejects with errors that are no outcome of a request. */
  async gather(items: readonly Breach<E>['gather'][]): Promise<void> {
    const answers = await Promise.allSettled(items.map((item) => item(this.#verification.first)));
    this.#asked += items.length;
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') {
        this.#judged++;
        for (const exchange of exchangesIn(answer.value))
          this.#judgedWays.add(asksForStream(exchange.request));
        this.#found.push(...judged(this.#verification, items[i]!, answer.value, this.#judge));
      } else {
        this.#undecided(items[i]!, answer.reason);
      }
    }
  }

  #undecided(gather: Breach<E>['gather'], reason: unknown): void {
    if (reason instanceof ValidRequestRefused) {
      this.#judged++;
      this.#found.push({ gather, finding: reason.finding });
    } else if (reason instanceof NotApplicable) {
      this.#absent.push(reason);
    } else if (!(reason instanceof Inconclusive)) {
      throw reason;
    } else if (reason.blockedBy || reason.isSkipped) {
      this.#blocked.push(reason);
    } else {
      noteInconclusive(this.#verification.notes, reason);
    }
  }

  /** The violations since the last request. */
  found(): Breach<E>[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /**
   * Throws `NotApplicable` if no item applies. Items that another check covers, or that cannot be judged alone, are
   * skipped if another item of the same kind, streamed or not, was judged: a stream says nothing about other
   * responses.
   */
  close(): void {
    const cause =
      this.#judged === 0
        ? (this.#blocked.find(({ blockedBy }) => blockedBy) ?? this.#blocked[0])
        : this.#blocked.find((reason) => !reason.isSkipped && this.#isOtherWay(reason));
    if (cause) noteInconclusive(this.#verification.notes, cause);
    if (this.#absent.length === this.#asked) throw this.#absent[0];
  }

  #isOtherWay({ exchanges }: Inconclusive): boolean {
    if (exchanges.length === 0 || this.#judgedWays.size !== 1) return false;
    return exchanges.every(({ request }) => !this.#judgedWays.has(asksForStream(request)));
  }
}
