import type { Change } from '../../behaviour.ts';
import { isoDay, parseDay } from '../../calendar.ts';
import { hash } from '../../chance.ts';
import { exported, listed, usualQuery } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { UsageRecord } from '../../usage-record.ts';

/** Records of one date in an order that follows from the page: a sort by date alone leaves open which of them comes first. */
function tied(records: readonly UsageRecord[], page: number): UsageRecord[] {
  const place = ({ id }: UsageRecord) => hash(`${id} ${page}`);
  return [...Map.groupBy(records, ({ date }) => date).values()].flatMap((day) =>
    day.toSorted((a, b) => place(a) - place(b)),
  );
}

/** Pages whose records of one date change places from page to page. */
const tiesByOffset: Change = (before) => ({
  list: (source, query, request) => {
    const { limit, offset = 0, ...open } = query;
    const all = tied(before.list(source, open, request), offset);
    return all.slice(offset, limit === undefined ? undefined : offset + limit);
  },
});

/** An export that is read from the store in pages of so many. */
const PAGE = 50;

const exportTies: Change = exported(function* (records) {
  const all = [...records];
  for (let at = 0; at < all.length; at += PAGE) yield* tied(all, at).slice(at, at + PAGE);
});

const exportRepeats: Change = exported(function* (records) {
  let previous: UsageRecord | undefined;
  let index = 0;
  for (const record of records) {
    yield index > 0 && index % PAGE === 0 ? previous! : record;
    previous = record;
    index += 1;
  }
});

/** A list that ends on a page behind the first one ends one record early. */
const lastRecordLost: Change = listed((records, query, source) => {
  const { limit = 100, offset = 0, ...open } = query;
  return offset > 0 && offset + limit >= source.list(open).length ? records.slice(0, -1) : records;
});

const SUMMED = hidden('rows that add up days have no page of fifty', 'csv/summed-over-days');

/** Records that repeat, change places or are lost where one page ends and the next begins (4.2, 4.4). */
export const seams: readonly Fault[] = [
  ...faults('must', 'usage/stats-* usage/totals-*', [
    [
      'usage/ties-change-places',
      '4.2',
      'records of one date come in another order on each page',
      tiesByOffset,
    ],
    [
      'usage/last-page-short',
      '4.2',
      'the last page of a list lacks its last record, unless it is the first one as well',
      lastRecordLost,
      // No range of days has the last page alone there.
      { bases: { 'usage/by-tokens': 'shows' } },
    ],
  ]),
  ...faults('must', 'usage/totals-* usage/export-*', [
    [
      'usage/export-ties-change-places',
      '4.4',
      'the export is read in pages, on each of which records of one date come in another order',
      exportTies,
      SUMMED,
    ],
    [
      'usage/export-repeats-at-seams',
      '4.4',
      'the export is read in pages, each of which begins with the last record of the one before in the place of its own',
      exportRepeats,
      SUMMED,
    ],
  ]),
];

/** Long before any record: a range up to this day is empty. */
const NEVER = 0;

/** The day after the end is computed by adding one to its last two digits, which fails at the end of a month. */
const untilNoDay =
  (endpoint: 'stats' | 'summary' | 'export'): Change =>
  (before) => ({
    usageQuery: (query, request) => {
      const made = before.usageQuery(query, request);
      const text = usualQuery(before, request).get('end_date') ?? '';
      const day = request.endpoint === endpoint ? parseDay(text) : undefined;
      return day !== undefined && isoDay(day + 1).endsWith('-01') ? { ...made, lastDay: NEVER } : made;
    },
  });

/** If only the last month is available, there may be no range with records on both sides of its end. */
const SHORT = { hidden: 'the few returned days may not include the end of a month' };

/** Ranges that end with a month. */
export const months: readonly Fault[] = faults(
  'must',
  'usage/*',
  (['stats', 'summary', 'export'] as const).map(
    (endpoint) =>
      [
        `usage/${endpoint}-until-month-end-empty`,
        '4.2',
        `${endpoint}: a range that ends with a month is empty`,
        untilNoDay(endpoint),
        { bases: { 'usage/looks-back-31-days': SHORT } },
      ] as const,
  ),
);
