import type { FactName, Finding } from './check.ts';
import type { Exchange } from './exchange.ts';

/** Thrown by a check, or for it: it can't be decided. The message says why and, where it helps, what to give. */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
  readonly exchanges: readonly Exchange[];
  /** The check that reports the cause, when there is one: what it spoils is left out rather than accused again. */
  readonly blockedBy: FactName | undefined;
  constructor(message: string, exchanges: readonly Exchange[] = [], blockedBy?: FactName) {
    super(message);
    this.exchanges = exchanges;
    this.blockedBy = blockedBy;
  }
}

/**
 * This one answer can't be judged, for a reason that no check tells of: the others of its kind decide, and only where
 * none of them could be judged either is anything undecided.
 */
export class LeftOut extends Inconclusive {
  override name = 'LeftOut';
}

/** It need not be asked, since another answer says it already: nothing is missing as long as something was judged. */
export class Spared extends Inconclusive {
  override name = 'Spared';
  /** The exchanges that say it. */
  readonly ids: readonly string[];
  constructor(message: string, ids: readonly string[], blockedBy: FactName) {
    super(message, [], blockedBy);
    this.ids = ids;
  }
}

/** It need not be asked again: others of its kind were, and all came again. The breach stands. */
export class Enough extends Inconclusive {
  override name = 'Enough';
  /** The exchanges that show it. */
  readonly ids: readonly string[];
  constructor(message: string, ids: readonly string[]) {
    super(message);
    this.ids = ids;
  }
}

/**
 * Thrown while evidence is gathered: a request that the contract allows was not answered. That is the finding, whatever
 * was to be looked at; it is repeated like any other.
 */
export class ValidRequestRefused extends Error {
  override name = 'ValidRequestRefused';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.actual);
    this.finding = finding;
  }
}

/** Thrown by a check: its precondition is absent. The message says what the user must give. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}
