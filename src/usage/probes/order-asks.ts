/** Twice at least, and so often that less than one in a thousand lists of two records that turn at random comes in one order. */
const LEAST = 2;
const BITS = 10;

/**
 * How often a list of so many records is asked for again before it is said to come in the same order each time: the fewer
 * records, the likelier is the same order by chance.
 */
export function orderAsks(records: number): number {
  return records < 2 ? LEAST : Math.max(LEAST, Math.ceil(BITS / Math.log2(records)));
}
