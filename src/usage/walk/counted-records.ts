import { type DayRange, startOf } from '../days.ts';
import { combinationOf, hasId, identityOf, type UsageRecord } from './record.ts';

/** Records whose counts are kept: a history of more is not walked again. */
const KEPT = 5000;

/** The instant and the counts of a record; undefined for several records that nothing distinguishes. */
type Counted = { instant: number; counts: string } | undefined;

/** The counts of the first records of a walk, by what identifies a record while its counts are corrected. */
export class CountedRecords {
  readonly #records = new Map<string, Counted>();

  add(record: UsageRecord, stableIds: boolean): void {
    if (this.#records.size >= KEPT) return;
    const key = stableIds && hasId(record.raw) ? identityOf(record, true) : combinationOf(record);
    const counted = { instant: record.instant, counts: record.counts.join(' ') };
    this.#records.set(key, this.#records.has(key) ? undefined : counted);
  }

  /** The records inside the range that have other counts later. */
  correctedIn(later: CountedRecords, { start, end }: DayRange): ReadonlySet<string> {
    const [from, to] = [startOf(start), startOf(end)];
    const corrected = new Set<string>();
    for (const [key, before] of this.#records) {
      const after = later.#records.get(key);
      if (!before || !after || before.instant < from || before.instant >= to) continue;
      if (after.counts !== before.counts) corrected.add(key);
    }
    return corrected;
  }
}
