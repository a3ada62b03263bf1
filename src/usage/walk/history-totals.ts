import { type Exchange, withoutBody } from '../../vocabulary/exchange.ts';
import { Aggregate, mergedAggregates } from '../aggregate.ts';
import { DAY, type Day, type DayRange, dayOf, HOUR, startOf, writtenDay } from '../days.ts';
import { groupIn, type RecordSum } from '../record-sum.ts';
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

/** Invalid records whose members are examined: a million of them violate the same constraints. */
const BROKEN_AT_MOST = 500;

/** Records whose content is kept to compare two walks, and organizations that are kept: the first ones. */
const KEPT = 300;

/** Something about one record of one page. */
export interface Place {
  exchange: string;
  /** The pointer to it in the body. */
  at: string;
  what: string;
}

/** Makes the place of a record, or of what a pointer names in it. */
type Placing = (what: string, pointer?: string) => Place;

/**
 * The result of a walk through the stats: sums, sets and groups, but no records, so that a million take no more
 * memory than a thousand. The first place of each violation is kept.
 */
export class HistoryTotals {
  /** By the hour in which their date begins, in epoch milliseconds. */
  readonly byInstant = new Map<number, Aggregate>();
  count = 0;
  readonly organizations = new Map<string, Place>();
  /** The exchanges of the first two pages, and of the last one with its body. */
  readonly pages: Exchange[] = [];
  pageCount = 0;
  providersShown = true;
  violation: Place | undefined;
  /** Members that are invalid in some record. */
  readonly misfits = new Set<string>();
  #broken = 0;
  /** A record with an unreadable member that sums and sets need: it is counted as far as possible. */
  unreadable: Place | undefined;
  /** One of these without an id: only its missing members may distinguish it. */
  alike: Place | undefined;
  /** A record without a date: it has no place among the others. */
  undated: Place | undefined;
  notTheSum: Place | undefined;
  noAddress: Place | undefined;
  twiceShown: Place | undefined;
  twiceAggregated: Place | undefined;
  /** Cached, as many checks use it. */
  #whole: { count: number; days: number; aggregate: Aggregate } | undefined;
  /** Users, models and counts of the first records with usage, without their ids. */
  readonly sayings = new Map<string, Place>();
  /** To see corrections in a later walk. */
  readonly counted = new CountedRecords();
  readonly #stableIds: boolean;
  readonly #identities = new HashSet();
  readonly #combinations = new HashSet();
  /** Each user once: otherwise every part would keep its own copy. */
  #users = new Map<string, string>();

  constructor(stableIds: boolean) {
    this.#stableIds = stableIds;
  }

  addPage(page: Page): void {
    this.pageCount++;
    this.pages.splice(0, 3, ...this.pages.slice(0, 2).map(withoutBody), page.exchange);
    for (const [index, raw] of page.records.entries()) {
      const place = (what: string, pointer = ''): Place => ({
        exchange: page.exchange.id,
        at: `${placeIn(page.records, index)}${pointer}`,
        what,
      });
      if (!this.violation || this.#broken < BROKEN_AT_MOST) this.#validate(raw, place);
      const record = readPartly(raw);
      if (typeof raw.email === 'string' && !raw.email.includes('@'))
        this.noAddress ??= place(raw.email === '' ? 'empty text' : 'text without an @', '/email');
      if (record) this.#add(record, place);
      else this.undated ??= place(UNREADABLE);
      if (!record || record.lacking.length > 0) this.unreadable ??= place(UNREADABLE);
    }
  }

  #validate(raw: Page['records'][number], place: Placing): void {
    const { violations } = recordViolations(raw);
    const [first] = violations;
    if (!first) return;
    this.#broken++;
    this.violation ??= place(`${first.pointer} ${first.message}`, first.pointer);
    for (const { pointer } of violations) this.misfits.add(pointer.split('/')[1] ?? '');
  }

  /** Drops the data that only distinguishes records: most of the memory of a million. */
  end(): this {
    this.#identities.clear();
    this.#combinations.clear();
    this.#users = new Map();
    return this;
  }

  #add(record: PartialRecord, place: Placing): void {
    const identity = identityOf(record, this.#stableIds);
    const { counts, lacking } = record;
    for (const member of lacking) this.misfits.add(member);
    this.count++;
    this.counted.add(record, this.#stableIds);
    const aggregate = groupIn(
      this.byInstant,
      Math.floor(record.instant / HOUR) * HOUR,
      () => new Aggregate(),
    );
    aggregate.day ??= writtenDay(record.date);
    aggregate.add(identity, counts, this.#user(record.user), record);
    if (record.provider === undefined) this.providersShown = false;
    if (
      record.organization !== '' &&
      this.organizations.size < KEPT &&
      !this.organizations.has(record.organization)
    ) {
      this.organizations.set(record.organization, place(record.organization));
    }
    const whole = lacking.length === 0;
    if (whole && !this.notTheSum && BigInt(counts[0]!) + BigInt(counts[1]!) !== BigInt(counts[2]!)) {
      this.notTheSum ??= place(`${counts[0]} + ${counts[1]} is not ${counts[2]}`);
    }
    // Without an id, two equal readable records may differ in hidden members.
    if (!whole && !(this.#stableIds && hasId(record.raw))) this.alike ??= place(UNREADABLE);
    if (whole && record.user !== '' && Number(counts[2]) > 0 && this.sayings.size < KEPT)
      this.sayings.set(identityOf(record, false), place(`a record of ${record.date}`));
    const told = hasId(record.raw) ? whole || this.#stableIds : whole && record.provider !== undefined;
    if (!told) return;
    const fresh = this.#identities.add(identity);
    if (!fresh) this.twiceShown ??= place(`a duplicate of the record of ${record.date}, ${record.model}`);
    if (whole && record.provider !== '' && !this.#combinations.add(combinationOf(record)) && fresh) {
      this.twiceAggregated ??= place(`a second record of ${record.date}, ${record.model}, ${record.source}`);
    }
  }

  /** All walked records, as one. */
  get whole(): Aggregate {
    const { count, byInstant } = this;
    if (this.#whole?.count !== count || this.#whole.days !== byInstant.size) {
      this.#whole = { count, days: byInstant.size, aggregate: mergedAggregates(byInstant.values()) };
    }
    return this.#whole.aggregate;
  }

  /** The days with records, in order. */
  get days(): Day[] {
    return [...new Set([...this.byInstant.keys()].map(dayOf))].sort();
  }

  get all(): RecordSum {
    return this.whole.all;
  }

  #user(user: string): string {
    const known = this.#users.get(user);
    if (known !== undefined) return known;
    this.#users.set(user, user);
    return user;
  }
}

/** The records whose dates are in some time. */
export const within = (
  { byInstant }: Pick<HistoryTotals, 'byInstant'>,
  isIn: (instant: number) => boolean,
): Aggregate =>
  mergedAggregates([...byInstant].flatMap(([instant, records]) => (isIn(instant) ? [records] : [])));

/**
 * The records dated in closed days, or a day next to them. If stats ignore the range, a walk also returns the
 * records of today, which grow during a run and are not closed.
 */
export function closedPart(history: Pick<HistoryTotals, 'byInstant'>, { start, end }: DayRange): RecordSum {
  const [from, to] = [startOf(start) - DAY, startOf(end) + 2 * DAY];
  return within(history, (instant) => instant >= from && instant < to).all;
}
