import { type CheckContext, Inconclusive } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { inWords, MEASURES, type Measure, type Totals } from '../measures.ts';

/** The check that compares the totals of a measure. */
export const totalsCheck = (measure: Measure): CheckId =>
  `usage/totals-${inWords(measure).replace(' ', '-') as 'requests'}`;

/** The checks of all totals: who rests on sums considers them. */
export const TOTALS: readonly CheckId[] = MEASURES.map(totalsCheck);

/** The measures in which the three endpoints agree. `Inconclusive` where there is none. */
export function agreeingMeasures(context: CheckContext): readonly Measure[] {
  const agreeing = MEASURES.filter((measure) => context.stands(totalsCheck(measure)));
  if (agreeing.length > 0) return agreeing;
  throw new Inconclusive('the three endpoints agree in no count', [], totalsCheck('total_requests'));
}

/** The totals of these measures only. */
export function onlyOf(measures: readonly Measure[], totals: Partial<Totals>): Partial<Totals> {
  return Object.fromEntries(measures.filter((m) => totals[m] !== undefined).map((m) => [m, totals[m]]));
}
