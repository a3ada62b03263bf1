import type { Area } from './areas.ts';
import type { Finding } from './check.ts';

/**
 * One piece of evidence that was made by hand: what it is, what it holds, and what its judge makes of it. That is `holds`,
 * or the place of the finding (`body /id`); of an open point the value that is recorded.
 */
type Row<P> = readonly [what: string, parts: P, outcome: string];

/**
 * A judge with the evidence that shows what it tells and what it leaves alone, in the file of the judge. One test looks for
 * every exported `table` and holds each row.
 */
export interface TableOf<Kind extends string, E, P> {
  /** The check that the judge is for. */
  check: `${Area}/${string}`;
  /** What a row holds the parts of. */
  of: Kind;
  judge: (evidence: E) => readonly Finding[] | string;
  rows: readonly Row<P>[];
}
