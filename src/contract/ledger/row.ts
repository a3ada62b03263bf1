import type { Level } from '../../vocabulary/verdict.ts';

/**
 * One normative sentence of the contract, in our own words. Either checks look at it (ids, `*` standing for any run of
 * characters), or `untestable` says why nothing can be seen from outside.
 */
export type LedgerRow = {
  /** The section, and the rule in it, dotted. */
  clause: string;
  level: Level;
  sentence: string;
} & ({ checks: readonly [string, ...string[]] } | { untestable: string });

type Ids = readonly [string, ...string[]];

/** A sentence that the contract states. */
export const must = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'must',
  sentence,
  checks,
});

/** What follows from compatibility, or from what a name means, without being written. */
export const should = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'should',
  sentence,
  checks,
});

/** What the contract says that it does not show: found out and recorded. */
export const open = (clause: string, sentence: string, ...checks: Ids): LedgerRow => ({
  clause,
  level: 'open',
  sentence,
  checks,
});

/** A sentence that no request can show to be kept or broken. */
export const untestable = (clause: string, sentence: string, reason: string): LedgerRow => ({
  clause,
  level: 'must',
  sentence,
  untestable: reason,
});
