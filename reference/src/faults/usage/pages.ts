import type { Change } from '../../behaviour.ts';
import { asked, listed } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { UsageRecord } from '../../usage-record.ts';

const pages =
  (change: Partial<{ default: number; largest: number }>): Change =>
  (before) => ({
    pages: { ...before.pages, ...change },
  });

/** Why nothing shows beyond the first hundred records. */
export const FEW = hidden('no range of closed days has more than a hundred records', 'usage/101-records');

/** For faults that show beyond two hundred records only. */
const TWO_HUNDRED = { hidden: 'no allowed range has more than two hundred records' };

const DOUBTED = { hidden: 'the name of the offset could be a date, and the order shows nothing' };
const NO_MOMENT = { hidden: 'the name of the offset could be a time, and small numbers are ignored too' };
const ODDLY_NAMED = { bases: { 'usage/offset-from': DOUBTED, 'usage/offset-start': DOUBTED } };

/** Why an endless list of records without ids is inconclusive. */
const ENDLESS = 'two million records with new created_at may be different ones';

const uneven = (record: UsageRecord, i: number): UsageRecord =>
  i === 0 ? { ...record, total_requests: record.total_requests + 1 } : record;

/** Pages of the stats, and rules for a list of records (4.2, 2.8). */
export const paging: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/record-twice-on-long-pages',
      '4.2',
      'the fiftieth record of a long page replaces the next one',
      listed((records) => (records.length > 60 ? records.with(50, records[49]!) : records)),
    ],
    ['usage/page-default-50', '4.2', 'pages have 50 records by default', pages({ default: 50 })],
    ['usage/page-default-99', '4.2', 'pages have 99 records by default', pages({ default: 99 })],
    ['usage/page-default-101', '4.2', 'pages have 101 records by default', pages({ default: 101 })],
    ['usage/page-default-all', '4.2', 'pages have all records by default', pages({ default: 1_000_000 })],
    [
      'usage/page-size-ignored',
      '4.2',
      'the page size has no effect',
      asked(['stats'], (query) => ({ ...query, limit: 100 })),
    ],
    [
      'usage/page-size-one-more',
      '4.2',
      'pages have one record more than the page size',
      asked(['stats'], (query) => ({ ...query, limit: (query.limit ?? 100) + 1 })),
    ],
    [
      'usage/page-size-one-less',
      '4.2',
      'pages have one record less than the page size',
      asked(['stats'], (query) => ({ ...query, limit: Math.max(1, (query.limit ?? 100) - 1) })),
    ],
    [
      'usage/page-size-capped-at-20',
      '4.2',
      'pages have at most 20 records',
      pages({ default: 20, largest: 20 }),
    ],
    [
      'usage/page-size-capped-at-99',
      '4.2',
      'pages have at most 99 records',
      asked(['stats'], (query) => ({ ...query, limit: Math.min(query.limit ?? 100, 99) })),
      FEW,
    ],
    [
      'usage/page-size-rounded',
      '4.2',
      'page sizes are rounded up to tens',
      asked(['stats'], (query) => ({ ...query, limit: Math.ceil((query.limit ?? 100) / 10) * 10 })),
    ],
    [
      'usage/offset-ignored',
      '4.2',
      'the offset has no effect',
      asked(['stats'], (query) => ({ ...query, offset: 0 })),
    ],
    [
      'usage/offset-beyond-repeats',
      '4.2',
      'an offset beyond all records returns the last records again',
      (before) => ({
        list: (source, query, request) => {
          const records = before.list(source, query, request);
          if (records.length > 0 || !query.offset) return records;
          const all = before.list(source, { ...query, limit: 1e6, offset: 0 }, request);
          return all.slice(-(query.limit ?? 100));
        },
      }),
    ],
    [
      'usage/offset-one-more',
      '4.2',
      'the offset skips one record more',
      asked(['stats'], (query) => ({ ...query, offset: query.offset ? query.offset + 1 : 0 })),
    ],
    [
      'usage/offset-one-less',
      '4.2',
      'the offset skips one record less',
      asked(['stats'], (query) => ({ ...query, offset: Math.max(0, (query.offset ?? 0) - 1) })),
    ],
    [
      'usage/offset-counts-pages',
      '4.2',
      'the offset counts pages instead of records',
      asked(['stats'], (query) => ({ ...query, offset: (query.offset ?? 0) * (query.limit ?? 100) })),
    ],
    [
      'usage/offset-rounded-to-pages',
      '4.2',
      'the offset is rounded down to whole pages',
      asked(['stats'], (query) => ({
        ...query,
        offset: Math.floor((query.offset ?? 0) / (query.limit ?? 100)) * (query.limit ?? 100),
      })),
      { bases: { 'usage/offset-from': NO_MOMENT, 'usage/offset-start': NO_MOMENT } },
    ],
    [
      'usage/offset-stops-at-100',
      '4.2',
      'the offset is capped at 100',
      asked(['stats'], (query) => ({ ...query, offset: Math.min(query.offset ?? 0, 100) })),
      { bases: { ...FEW.bases, 'usage/created-anew': { hidden: ENDLESS } } },
    ],
    [
      'usage/offset-drifts-late',
      '4.2',
      'offsets beyond 200 skip one record less',
      asked(['stats'], (query) => ({
        ...query,
        offset: (query.offset ?? 0) > 200 ? query.offset! - 1 : (query.offset ?? 0),
      })),
      {
        bases: {
          ...FEW.bases,
          'usage/looks-back-60-days': TWO_HUNDRED,
          'usage/looks-back-31-days': TWO_HUNDRED,
        },
      },
    ],
    [
      'usage/uneven-pages-begin-early',
      '4.2',
      'pages with a size that is not a multiple of ten begin one record early',
      asked(['stats'], (query) => ({
        ...query,
        offset:
          (query.offset ?? 0) > 2 && (query.limit ?? 100) % 20 === 17
            ? query.offset! - 1
            : (query.offset ?? 0),
      })),
    ],
    [
      'usage/last-page-lost',
      '4.2',
      'the last page is empty unless it is full',
      listed((records, query) => (query.offset && records.length < (query.limit ?? 100) ? [] : records)),
    ],
    [
      'usage/unstable-order',
      '4.2',
      'the order of records changes with each request',
      (before) => ({
        list: (source, query, request) => {
          const { limit, offset = 0, ...open } = query;
          const all = before.list(source, open, request);
          const turn = request.service.count('order') * 37;
          const turned = all.map((_, i) => all[(i + turn) % all.length]!);
          return turned.slice(offset, limit === undefined ? undefined : offset + limit);
        },
      }),
      ODDLY_NAMED,
    ],
    [
      'usage/page-repeats-a-record',
      '4.2',
      'each later page begins with a record of the previous page',
      listed((records, query, source) =>
        query.offset
          ? [...source.list({ ...query, offset: query.offset - 1, limit: 1 }), ...records].slice(
              0,
              query.limit,
            )
          : records,
      ),
    ],
    [
      'usage/record-twice-in-a-page',
      '4.2',
      'pages contain their first record twice',
      listed((records, query) =>
        records.length > 1 ? [records[0]!, ...records].slice(0, query.limit) : records,
      ),
    ],
    [
      'usage/split-records',
      '2.8',
      'records are not unique by day, user, model, provider and source',
      listed((records) =>
        records.map((record, i) => {
          if (i % 2 === 0) return record;
          const { date, user_id, email, model, model_provider, source } = records[i - 1]!;
          return { ...record, date, user_id, email, model, model_provider, source };
        }),
      ),
    ],
    [
      'usage/duplicate-key-record',
      '2.8',
      'one record of each page is split into two of the same day and user',
      listed((records) => {
        const [first, second, ...rest] = records;
        if (!first || !second) return records;
        return [first, { ...first, id: second.id }, ...rest];
      }),
    ],
    [
      'usage/count-drifts',
      '4.2',
      'the first record of each page counts one request too many',
      listed((records) => records.map(uneven)),
      hidden('counts that follow the borders of pages look like corrections of closed days', 'mix'),
    ],
  ]),
];
