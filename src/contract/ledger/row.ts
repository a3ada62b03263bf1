import type { Level } from '../../vocabulary/verdict.ts';

/**
 * One sentence: of the contract, word for word, or ours. Either checks test it (ids, `*` matches any characters),
 * or `untestable` says why it cannot be observed from outside.
 */
export type LedgerRow = {
  /** The section and the rule in it, dotted; `0` is the text before the first section. */
  clause: string;
  level: Level;
  /** A table row is quoted as one line. */
  sentence: string;
  /** In our own words: it follows from the contract or from compatibility, without being written there. */
  ours?: true;
} & ({ checks: readonly [string, ...string[]] } | { untestable: string });

type Ids = readonly [string, ...string[]];

const tested =
  (level: Level) =>
  (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
    clause,
    level,
    sentence,
    checks,
  });

const untested =
  (level: Level) =>
  (clause: string, sentence: string, reason: string): LedgerRow => ({
    clause,
    level,
    sentence,
    untestable: reason,
  });

/** A sentence of the contract that binds the service. */
export const must = tested('must');

/** A sentence of the contract whose violation is a warning at most. */
export const should = tested('should');

/** A sentence of the contract that leaves something open: observed and recorded. */
export const open = tested('open');

/** A sentence of the contract that binds the service, and that no request can confirm or refute. */
export const untestable = untested('must');

/** A sentence of the contract without an obligation, which no check tests. */
export const silent = untested('open');

/** A sentence in our own words. */
export const ours = (level: Level, ...row: Parameters<typeof must>): LedgerRow => ({
  ...tested(level)(...row),
  ours: true,
});
