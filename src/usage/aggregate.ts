import { HIDDEN } from './endpoints.ts';
import { RecordSum } from './record-sum.ts';

/** A model, provider and source with usage. */
export interface Kind {
  model: string;
  provider: string | undefined;
  source: string;
}

/** What the stats can be filtered by. */
export const FILTERS = ['model', 'provider', 'source'] as const;
export type Filter = keyof Kind;

/** Whether a record may have this value: one that shows no provider may have any. */
export const mayHave = (kind: Kind, member: keyof Kind, value: string): boolean =>
  kind[member] === undefined || kind[member] === value;

const keyOf = (kind: Kind) => JSON.stringify([kind.model, kind.provider ?? null, kind.source]);

/** Some records: their sums, their users, and their kinds. */
export class Aggregate {
  /** The day in the spelling of its first record; none for merged parts. */
  day: string | undefined;
  readonly all = new RecordSum();
  readonly users = new Set<string>();
  readonly kinds = new Map<string, { kind: Kind; group: RecordSum }>();

  add(key: string, counts: readonly (number | bigint)[], user: string, kind: Kind): void {
    this.all.add(key, counts);
    this.users.add(user);
    this.#kind(kind).add(key, counts);
  }

  merge(other: Aggregate): void {
    this.all.merge(other.all);
    for (const user of other.users) this.users.add(user);
    for (const { kind, group } of other.kinds.values()) this.#kind(kind).merge(group);
  }

  /** The sums of the records of matching kinds. */
  of(matches: (kind: Kind) => boolean): RecordSum {
    const all = new RecordSum();
    for (const { kind, group } of this.kinds.values()) if (matches(kind)) all.merge(group);
    return all;
  }

  /** Distinct values of a member among the kinds, with the number of records of each. */
  counts(member: keyof Kind): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { kind, group } of this.kinds.values()) {
      const value = kind[member];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + group.count);
    }
    return counts;
  }

  /**
   * The values of a member that a request can ask for, the commonest first: not an empty one, which may mean no
   * filter, nor half of a character, which no URL can contain, nor one in which a secret is hidden.
   */
  values(member: Filter): [value: string, count: number][] {
    const counts = [...this.counts(member)].filter(
      ([value]) => value !== '' && value.isWellFormed() && !value.includes(HIDDEN),
    );
    return counts.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }

  #last: { kind: Kind; group: RecordSum } | undefined;

  #kind(kind: Kind): RecordSum {
    const last = this.#last;
    if (
      last &&
      last.kind.model === kind.model &&
      last.kind.provider === kind.provider &&
      last.kind.source === kind.source
    ) {
      return last.group;
    }
    const key = keyOf(kind);
    let entry = this.kinds.get(key);
    if (!entry) {
      entry = {
        kind: { model: kind.model, provider: kind.provider, source: kind.source },
        group: new RecordSum(),
      };
      this.kinds.set(key, entry);
    }
    this.#last = entry;
    return entry.group;
  }
}

export function mergedAggregates(aggregates: Iterable<Aggregate>): Aggregate {
  const all = new Aggregate();
  for (const aggregate of aggregates) all.merge(aggregate);
  return all;
}
