import { Inconclusive } from '../vocabulary/undecidable.ts';
import { ExactSum } from './exact-sum.ts';
import { MEASURES, type Totals, totals } from './measures.ts';
import { hashText } from './text-hash.ts';

const hash = new Int32Array(2);

/** The number of records of a kind, their sums, and a digest of them, in any order. */
export class RecordSum {
  count = 0;
  readonly sums = MEASURES.map(() => new ExactSum());
  #first = 0;
  #second = 0;

  /** Adds a record by its key and its four counts, in the order of `MEASURES`. */
  add(key: string, counts: readonly (number | bigint)[]): void {
    hashText(key, hash);
    this.#first = (this.#first + hash[0]!) | 0;
    this.#second = (this.#second + hash[1]!) | 0;
    this.count++;
    for (let i = 0; i < 4; i++) this.sums[i]!.add(counts[i]!);
  }

  merge(other: RecordSum): void {
    this.#first = (this.#first + other.#first) | 0;
    this.#second = (this.#second + other.#second) | 0;
    this.count += other.count;
    for (const [i, sum] of this.sums.entries()) sum.addSum(other.sums[i]!);
  }

  /** Whether the other group contains the same records. */
  sameRecords(other: RecordSum): boolean {
    return this.count === other.count && this.#first === other.#first && this.#second === other.#second;
  }

  get totals(): Totals {
    return totals((measure) => this.sums[MEASURES.indexOf(measure)]!.value);
  }
}

export function mergedSums(groups: Iterable<RecordSum>): RecordSum {
  const all = new RecordSum();
  for (const group of groups) all.merge(group);
  return all;
}

/** Maximum number of dates: those of fifty years. What a service invents does not fill the memory. */
export const MOST_DATES = 20_000;

/** The group of a date, created on demand by `made`; `Inconclusive` if there are too many. */
export function groupIn<K, G>(groups: Map<K, G>, key: K, made: () => G): G {
  let group = groups.get(key);
  if (!group) {
    if (groups.size >= MOST_DATES)
      throw new Inconclusive(`more than ${MOST_DATES} dates: narrow the range with --usage-range`);
    group = made();
    groups.set(key, group);
  }
  return group;
}
