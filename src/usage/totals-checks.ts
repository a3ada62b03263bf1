import type { CheckId } from '../vocabulary/check-ids.ts';
import { inWords, MEASURES, type Measure, type Totals } from './measures.ts';

/** The check that compares the totals of a measure. */
export const totalsCheck = (measure: Measure): CheckId =>
  `usage/totals-${inWords(measure).replace(' ', '-') as 'requests'}`;

/** The checks of all totals: checks that depend on sums adapt to them. */
export const TOTALS: readonly CheckId[] = MEASURES.map(totalsCheck);

/** The totals of these measures only. */
export function onlyOf(measures: readonly Measure[], totals: Partial<Totals>): Partial<Totals> {
  return Object.fromEntries(measures.filter((m) => totals[m] !== undefined).map((m) => [m, totals[m]]));
}
