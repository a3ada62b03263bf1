import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { DIGITS_READ } from '../exact-json.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { STATS_SCHEMA } from './page.ts';
import type { Shown, UsageSnapshot } from './usage-snapshot.ts';

const without =
  (flaw: 'undated' | 'alike') =>
  <T extends Shown>(history: T): T => {
    const place = history[flaw];
    if (!place) return history;
    throw new Inconclusive(`unreadable record: ${place.what}`, history.pages, STATS_SCHEMA);
  };

/** Rejects records of which some show no date, without which they have no place in a range. */
export const dated = without('undated');

/** Rejects records that their readable members do not distinguish. */
export const distinct = without('alike');

/** The measures that can be read in every record: what sums rest on. */
export function readableMeasures({ misfits }: UsageSnapshot): Measure[] {
  return MEASURES.filter((measure) => !misfits.has(measure));
}

/** Rejects records with invalid members of these: checks that depend on them are inconclusive. */
export function fitting(history: UsageSnapshot, members: readonly string[]): UsageSnapshot {
  // A date in another form is a misfit too, and says all the same which day it is.
  const legible = (member: string) => member === 'date' && !history.undated;
  const misfit = members.find((member) => history.misfits.has(member) && !legible(member));
  if (misfit === undefined) return history;
  throw new Inconclusive(
    `${misfit} of a record violates section 2.8, or has more than ${DIGITS_READ} digits`,
    history.pages,
    STATS_SCHEMA,
  );
}
