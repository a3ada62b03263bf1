import { withoutBody } from '../../vocabulary/exchange.ts';
import { Aggregate, mergedAggregates } from '../aggregate.ts';
import { dayOf, HOUR, writtenDay } from '../days.ts';
import { groupIn } from '../record-sum.ts';
import { HashSet } from '../text-hash.ts';
import { placeIn } from '../wrapped.ts';
import { CountedRecords } from './counted-records.ts';
import type { Page } from './page.ts';
import {
  combinationOf,
  hasId,
  identityOf,
  type PartialRecord,
  readPartly,
  recordViolations,
  UNREADABLE,
} from './record.ts';
import type { Place, UsageSnapshot } from './usage-snapshot.ts';

/** Invalid records whose members are examined: a million of them violate the same constraints. */
const BROKEN_AT_MOST = 500;

/** Records whose content is kept to compare two walks, and organizations that are kept: the first ones. */
const KEPT = 300;

/** Makes the place of a record, or of what a pointer names in it. */
type Placing = (what: string, pointer?: string) => Place;

/** What is filled in while the pages arrive. */
type Growing = {
  -readonly [K in keyof UsageSnapshot]: UsageSnapshot[K] extends ReadonlyMap<infer A, infer B>
    ? Map<A, B>
    : UsageSnapshot[K] extends ReadonlySet<infer A>
      ? Set<A>
      : UsageSnapshot[K];
};

/** Adds up the records of pages, each validated and read once. */
export class SnapshotBuilder {
  readonly #stableIds: boolean;
  readonly #shown: Omit<Growing, 'whole' | 'all' | 'days'> = {
    byInstant: new Map(),
    count: 0,
    organizations: new Map(),
    pages: [],
    pageCount: 0,
    providersShown: true,
    violation: undefined,
    misfits: new Set(),
    unreadable: undefined,
    alike: undefined,
    undated: undefined,
    notTheSum: undefined,
    noAddress: undefined,
    twiceShown: undefined,
    twiceAggregated: undefined,
    sayings: new Map(),
    counted: new CountedRecords(),
  };
  #broken = 0;
  /** What only distinguishes records, most of the memory of a million, goes with the builder. */
  readonly #identities = new HashSet();
  readonly #combinations = new HashSet();
  /** Each user once: otherwise every part would keep its own copy. */
  readonly #users = new Map<string, string>();

  /** `stableIds`: whether a record has the same id in all responses. */
  constructor(stableIds: boolean) {
    this.#stableIds = stableIds;
  }

  get count(): number {
    return this.#shown.count;
  }

  /** The snapshot of all pages so far. No page can be added after that. */
  end(): UsageSnapshot {
    const { byInstant } = this.#shown;
    const whole = mergedAggregates(byInstant.values());
    const days = [...new Set([...byInstant.keys()].map(dayOf))].sort();
    return { ...this.#shown, whole, all: whole.all, days };
  }

  addPage(page: Page): void {
    this.#shown.pageCount++;
    this.#shown.pages = [...this.#shown.pages.slice(0, 2).map(withoutBody), page.exchange];
    for (const [index, raw] of page.records.entries()) {
      const place = (what: string, pointer = ''): Place => ({
        exchange: page.exchange.id,
        at: `${placeIn(page.records, index)}${pointer}`,
        what,
      });
      if (!this.#shown.violation || this.#broken < BROKEN_AT_MOST) this.#validate(raw, place);
      const record = readPartly(raw);
      if (typeof raw.email === 'string' && !raw.email.includes('@'))
        this.#shown.noAddress ??= place(raw.email === '' ? 'empty text' : 'text without an @', '/email');
      if (record) this.#add(record, place);
      else this.#shown.undated ??= place(UNREADABLE);
      if (!record || record.lacking.length > 0) this.#shown.unreadable ??= place(UNREADABLE);
    }
  }

  #validate(raw: Page['records'][number], place: Placing): void {
    const { violations } = recordViolations(raw);
    const [first] = violations;
    if (!first) return;
    this.#broken++;
    this.#shown.violation ??= place(`${first.pointer} ${first.message}`, first.pointer);
    for (const { pointer } of violations) this.#shown.misfits.add(pointer.split('/')[1] ?? '');
  }

  #add(record: PartialRecord, place: Placing): void {
    const shown = this.#shown;
    const identity = identityOf(record, this.#stableIds);
    const { counts, lacking } = record;
    for (const member of lacking) shown.misfits.add(member);
    shown.count++;
    shown.counted.add(record, this.#stableIds);
    const aggregate = groupIn(
      shown.byInstant,
      Math.floor(record.instant / HOUR) * HOUR,
      () => new Aggregate(),
    );
    aggregate.day ??= writtenDay(record.date);
    aggregate.add(identity, counts, this.#user(record.user), record);
    if (record.provider === undefined) shown.providersShown = false;
    if (
      record.organization !== '' &&
      shown.organizations.size < KEPT &&
      !shown.organizations.has(record.organization)
    ) {
      shown.organizations.set(record.organization, place(record.organization));
    }
    const whole = lacking.length === 0;
    if (whole && !shown.notTheSum && BigInt(counts[0]!) + BigInt(counts[1]!) !== BigInt(counts[2]!)) {
      shown.notTheSum ??= place(`${counts[0]} + ${counts[1]} is not ${counts[2]}`);
    }
    // Without an id, two equal readable records may differ in hidden members.
    if (!whole && !(this.#stableIds && hasId(record.raw))) shown.alike ??= place(UNREADABLE);
    if (whole && record.user !== '' && Number(counts[2]) > 0 && shown.sayings.size < KEPT)
      shown.sayings.set(identityOf(record, false), place(`a record of ${record.date}`));
    const told = hasId(record.raw) ? whole || this.#stableIds : whole && record.provider !== undefined;
    if (!told) return;
    const fresh = this.#identities.add(identity);
    if (!fresh) shown.twiceShown ??= place(`a duplicate of the record of ${record.date}, ${record.model}`);
    if (whole && record.provider !== '' && !this.#combinations.add(combinationOf(record)) && fresh) {
      shown.twiceAggregated ??= place(`a second record of ${record.date}, ${record.model}, ${record.source}`);
    }
  }

  #user(user: string): string {
    const known = this.#users.get(user);
    if (known !== undefined) return known;
    this.#users.set(user, user);
    return user;
  }
}

/** The records of some pages. */
export function snapshotOf(pages: readonly Page[], stableIds: boolean): UsageSnapshot {
  const builder = new SnapshotBuilder(stableIds);
  for (const page of pages) builder.addPage(page);
  return builder.end();
}

/** The first records of pages that are requested one after the other: all of them, or so many. */
export async function collected(
  pages: AsyncIterable<Page>,
  stableIds: boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<UsageSnapshot> {
  const builder = new SnapshotBuilder(stableIds);
  for await (const page of pages) {
    const left = most - builder.count;
    builder.addPage(page.records.length > left ? { ...page, records: page.records.slice(0, left) } : page);
    if (builder.count >= most) break;
  }
  return builder.end();
}
