import { inWords, type Measure } from '../measures.ts';

/** The check that compares the totals of a measure. */
export const totalsCheck = (measure: Measure) =>
  `usage/totals-${inWords(measure).replace(' ', '-')}` as const;
