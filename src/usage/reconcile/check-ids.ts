import type { CheckId } from '../../vocabulary/check-ids.ts';
import { inWords, type Measure } from '../measures.ts';

/** The check that compares the totals of a measure. */
export const totalsCheck = (measure: Measure): CheckId =>
  `usage/totals-${inWords(measure).replace(' ', '-') as 'requests'}`;
