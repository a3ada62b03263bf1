import type { Area } from './areas.ts';
import type { Finding } from './check.ts';

/**
 * One piece of hand-made evidence: its description, its content, and the judge's result. That is `holds`, or the
 * place of the finding (`body /id`); for an open point the recorded value.
 */
type Row<P> = readonly [what: string, parts: P, outcome: string];

/**
 * A judge with evidence that it reports and evidence that it accepts, in the file of the judge. One test finds
 * every exported `table` and runs each row.
 */
export interface TableOf<Kind extends string, E, P> {
  /** The check that the judge is for. */
  check: `${Area}/${string}`;
  /** What a row holds the parts of. */
  of: Kind;
  judge: (evidence: E) => readonly Finding[] | string;
  rows: readonly Row<P>[];
}
