/**
 * At least twice, and so often that fewer than one in a thousand random lists of two records have the same order
 * each time.
 */
const LEAST = 2;
const BITS = 10;

/**
 * How often a list of so many records is requested again before its order counts as stable: with fewer records, the
 * same order is likelier by chance.
 */
export function orderAsks(records: number): number {
  return records < 2 ? LEAST : Math.max(LEAST, Math.ceil(BITS / Math.log2(records)));
}
