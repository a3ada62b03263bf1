import type { Level } from '../../vocabulary/verdict.ts';

/**
 * One sentence: of the contract, word for word, or ours. Either checks look at it (ids, `*` standing for any run of
 * characters), or `untestable` says why nothing can be seen from outside.
 */
export type LedgerRow = {
  /** The section, and the rule in it, dotted; `0` is what stands before the first section. */
  clause: string;
  level: Level;
  /** A row of a table is quoted as the line that it is. */
  sentence: string;
  /** It is in our own words: what follows from the contract, or from compatibility, without being written there. */
  ours?: true;
} & ({ checks: readonly [string, ...string[]] } | { untestable: string });

type Ids = readonly [string, ...string[]];

/** A sentence of the contract that binds the service. */
export const must = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'must',
  sentence,
  checks,
});

/** A sentence of the contract whose breach is a warning at most. */
export const should = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'should',
  sentence,
  checks,
});

/** A sentence of the contract that leaves something open, or says that it is not shown: found out and recorded. */
export const open = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'open',
  sentence,
  checks,
});

/** A sentence of the contract that binds the service, and that no request can show to be kept or broken. */
export const untestable = (clause: string, sentence: string, reason: string): LedgerRow => ({
  clause,
  level: 'must',
  sentence,
  untestable: reason,
});

/** A sentence of the contract that binds nobody, or says that something is not shown, and that no check looks at. */
export const silent = (clause: string, sentence: string, reason: string): LedgerRow => ({
  clause,
  level: 'open',
  sentence,
  untestable: reason,
});

/** A sentence in our own words. */
export const ours = (level: Level, clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level,
  sentence,
  ours: true,
  checks,
});
