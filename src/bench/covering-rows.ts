import { rowsOfClasses } from '../requests/dimensions.ts';
import { bounded, median, type Row } from './measure.ts';

/** The time for the covering rows of a seed, of ten seeds that no one asked for before. */
export function coveringRows(): Row[] {
  rowsOfClasses(900);
  const times = Array.from({ length: 10 }, (_, i) => {
    const begun = performance.now();
    rowsOfClasses(901 + i);
    return performance.now() - begun;
  });
  const ms = median(times);
  return [bounded('covering rows of a seed, in milliseconds', `${ms.toFixed(1)} ms`, ms, { most: 50 })];
}
