import type { Judge } from '../../vocabulary/check.ts';
import { DAY, type Day, FARTHEST_MIDNIGHT, startOf } from '../days.ts';
import { sameRecord, showsRecord } from '../discovery/effect.ts';
import type { Page, RawRecord } from '../walk/page.ts';
import type { UsageRecord } from '../walk/record.ts';
import { breach } from './finding.ts';
import { honoursSize, onlyMatching } from './page.ts';
import { isInPlace, isSameOrGrown } from './shifts.ts';

/** The default page size of 4.2. */
export const DEFAULT_SIZE = 100;

/** Violations that another check reports already. */
export type Broken = 'sizes' | 'offsets' | 'ranges';

/** The result of some parameters of the stats without the others. */
export interface ParameterEffects {
  /** The request, in words. */
  asked: string;
  range: { start?: Day; end?: Day };
  /** Undefined without a requested page size. */
  size: number | undefined;
  holds(record: UsageRecord): boolean;
  /** Minimum number of records. */
  least: number;
  page: Page;
  /** The same from the second record on, if offsets have a name. */
  shifted: Page | undefined;
  /** The records after a page that is not full. */
  next: Page | undefined;
  broken: ReadonlySet<Broken>;
}

/** Each given parameter has its effect, and each absent one its default, in any combination (4.2). */
export const parametersHaveEffect: Judge<ParameterEffects> = (alone) => {
  const { asked, page, size = DEFAULT_SIZE, next, broken } = alone;
  const counted = !broken.has('sizes') && !broken.has('ranges');
  const count = { least: counted ? alone.least : 0, most: Number.POSITIVE_INFINITY };
  const inRange = (record: UsageRecord) => broken.has('ranges') || within(record, alone);
  const found = [
    ...onlyMatching({ page, asked, holds: (record) => alone.holds(record) && inRange(record), count }),
    ...(broken.has('sizes')
      ? []
      : honoursSize({ size, page, next: broken.has('offsets') ? undefined : next })),
    ...(broken.has('offsets') ? [] : skips(alone)),
  ];
  return found.slice(0, 1);
};

/** Whether a record may be in the range, at any midnight. */
function within({ instant }: UsageRecord, { range: { start, end } }: ParameterEffects): boolean {
  const early = start !== undefined && instant < startOf(start) - FARTHEST_MIDNIGHT;
  const late = end !== undefined && instant > startOf(end) + DAY + FARTHEST_MIDNIGHT;
  return !early && !late;
}

function skips({ asked, page, shifted, broken }: ParameterEffects) {
  // A duplicate record shifts all later ones: another check judges the list itself.
  const ids = page.records.flatMap(({ id }) => (typeof id === 'string' ? id : []));
  if (!shifted || new Set(ids).size < ids.length) return [];
  const most = broken.has('sizes') ? shifted.records.length : Number.POSITIVE_INFINITY;
  const wanted = page.records.slice(1).slice(0, most);
  const wrong = wanted.findIndex((record, i) => !isInPlace(shifted.records[i], record, shifted, page));
  if (wrong < 0) return [];
  const came = shifted.records[wrong];
  const place = page.records.findIndex((record) => sameRecord(record, came));
  const actual =
    came === undefined
      ? `${shifted.records.length} records`
      : place < 0
        ? 'another record'
        : `record ${place} of the list there`;
  const expected = `record ${wrong + 1} of the list at position ${wrong} with ${asked} and offset 1`;
  return [breach([shifted.exchange, page.exchange], 'body', expected, actual)];
}

/** Whether two pages show the same records in the same order. Records of a day that is not closed may have grown in between. */
export function showSame(a: Page, b: Page): boolean {
  const isSame = (one: RawRecord, i: number) => isSameOrGrown(b.records[i], one, b);
  return a.records.length === b.records.length && a.records.every(isSame);
}

/** The same for pages in a random order. */
export function showSameInAnyOrder(a: Page, b: Page): boolean {
  return a.records.length === b.records.length && a.records.every((one) => showsRecord(b.records, one));
}

/**
 * Whether a page shows all records of another one but one, in another order: the effect of an offset of 1 on a
 * random order.
 */
export function showsOneLessInOtherOrder(page: Page, whole: Page): boolean {
  const places = page.records
    .map((record) => whole.records.findIndex((one) => sameRecord(one, record)))
    .filter((place) => place >= 0);
  const inOrder = places.every((place, i) => i === 0 || place > places[i - 1]!);
  return !inOrder && places.length === whole.records.length - 1;
}
