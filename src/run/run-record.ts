import type { Gate } from '../record/gate.ts';
import type { Journal } from '../record/journal.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine, DiscoveryLine, EndLine, RunLine } from '../vocabulary/record.ts';
import type { UsageNames } from '../vocabulary/settings.ts';

/** The record of a run while it is written: its content, and whether writing failed. */
export class RunRecord {
  readonly #journal: Journal;
  readonly #gate: Gate;
  #first: (() => RunLine) | undefined;
  /** Exchanges before the first line can be written. */
  #early: Exchange[] = [];
  readonly #failure = new AbortController();
  #exchanges = 0;
  #results = 0;
  /** True after its first line is written: a failure of the record then loses data. */
  begun = false;
  broken: unknown;
  names: UsageNames | undefined;
  planned: EndLine['planned'];

  constructor(journal: Journal, gate: Gate) {
    this.#journal = journal;
    this.#gate = gate;
  }

  /** Provides the first line. */
  begin(first: () => RunLine): void {
    this.#first = first;
    for (const exchange of this.#early.splice(0)) this.exchange(exchange);
  }

  /** Aborted when the record cannot be written. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  /** A failed write ends the run: nothing may be requested and billed without being recorded. */
  fail(error: unknown): void {
    this.broken ??= error;
    this.#failure.abort(new Error('cannot write the record'));
  }

  write(step: (journal: Journal) => void): void {
    try {
      step(this.#opened());
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  /**
   * The journal with its first line, which contains the catalog of checks and is created while the first response
   * is pending.
   */
  #opened(): Journal {
    if (!this.begun) {
      this.#journal.write(this.#gate.line(this.#first!()));
      this.begun = true;
    }
    return this.#journal;
  }

  exchange(exchange: Exchange): void {
    if (!this.#first) {
      this.#early.push(exchange);
      return;
    }
    this.write((j) => j.exchange(exchange));
    this.#exchanges++;
  }

  /** One object for the record and the terminal, so that both are equal. */
  result(result: CheckLine): CheckLine {
    const line = this.#gate.line(result);
    this.#results++;
    this.write((j) => j.write(line));
    return line;
  }

  discovery(found: DiscoveryLine): void {
    const line = this.#gate.line(found);
    this.names = { ...this.names, ...line.names };
    this.write((j) => j.write(line));
  }

  end(how: Pick<EndLine, 'interrupted' | 'stopped' | 'planned'>): void {
    const counts = { exchanges: this.#exchanges, checks: this.#results };
    if (this.#first)
      this.#opened().write(this.#gate.line({ type: 'end', endedAt: Date.now(), ...how, counts }));
    this.#journal.close();
  }
}
