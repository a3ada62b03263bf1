import type { Level } from '../../vocabulary/verdict.ts';

type Ids = readonly [string, ...string[]];

/**
 * One sentence: either checks test it (ids, `*` matches any characters), or `untestable` says why it cannot be observed
 * from outside.
 */
type Sentence = {
  level: Level;
  /** A table row is quoted as one line. */
  sentence: string;
} & ({ checks: Ids } | { untestable: string });

/** Sentences by clause: the section and the rule in it, dotted; `0` is the text before the first section. */
export type Sections = Readonly<Record<string, readonly Sentence[]>>;

/** A sentence of a clause: of the contract, word for word, or ours. */
export type LedgerRow = Sentence & {
  clause: string;
  /** In our own words: it follows from the contract or from compatibility, without being written there. */
  ours?: true;
};

const tested =
  (level: Level) =>
  (sentence: string, ...checks: Ids): Sentence => ({ level, sentence, checks });

const untested =
  (level: Level) =>
  (sentence: string, reason: string): Sentence => ({ level, sentence, untestable: reason });

/** A sentence that binds the service. */
export const must = tested('must');

/** A sentence whose violation is a warning at most. */
export const should = tested('should');

/** A sentence that leaves something open: observed and recorded. */
export const open = tested('open');

/** A sentence that binds the service, and that no request can confirm or refute. */
export const untestable = untested('must');

/** A sentence without an obligation, which no check tests. */
export const silent = untested('open');
