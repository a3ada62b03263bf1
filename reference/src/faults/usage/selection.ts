import { asked, listed } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults, hidden } from '../../deviation.ts';
import type { UsageQuery } from '../../usage-record.ts';
import { byFilter, without } from './filters.ts';

const ENDPOINTS = ['stats', 'summary', 'export'] as const;

/** A number of days is added to a given bound. */
const shifted =
  (member: 'firstDay' | 'lastDay', days: number) =>
  (query: UsageQuery): UsageQuery => {
    if (query[member] !== undefined) query[member] += days;
    return query;
  };

/** A service whose ranges exclude their end has no such days. */
const HIDDEN = { hidden: 'a single day is not a range there' };
const NO_SINGLE_DAY = { bases: { 'usage/end-exclusive': HIDDEN } };
const NO_SINGLE_DAY_IN_STATS = {
  bases: { 'usage/end-exclusive': HIDDEN, 'usage/end-exclusive-in-stats': HIDDEN },
};

/** Faults of each endpoint's date range: the name, and the effect on a query. */
const RANGES: readonly (readonly [
  slug: string,
  words: string,
  edit: Parameters<typeof asked>[1],
  more?: FaultRow[4],
])[] = [
  ['range-ignored', 'the date range has no effect', without('firstDay', 'lastDay')],
  ['start-ignored', 'the start date has no effect', without('firstDay')],
  ['end-ignored', 'the end date has no effect', without('lastDay')],
  ['start-late', 'ranges begin three days late', shifted('firstDay', 3)],
  ['end-early', 'ranges end three days early', shifted('lastDay', -3)],
  ['start-early', 'ranges begin three days early', shifted('firstDay', -3)],
  ['end-late', 'ranges end three days late', shifted('lastDay', 3)],
  [
    'last-week-only',
    'usage older than twenty days is missing',
    (query, request) => {
      const oldest = Math.floor(request.service.clock.now() / 86_400_000) - 20;
      return { ...query, firstDay: Math.max(query.firstDay ?? oldest, oldest) };
    },
  ],
  [
    'range-month-cap',
    'long ranges return only their last ten days',
    (query) =>
      query.firstDay !== undefined && query.lastDay !== undefined && query.lastDay - query.firstDay > 10
        ? { ...query, firstDay: query.lastDay - 9 }
        : query,
  ],
  [
    'short-range-ignored',
    'ranges of less than a week have no effect',
    (query) =>
      query.firstDay !== undefined && query.lastDay !== undefined && query.lastDay - query.firstDay < 6
        ? without('firstDay', 'lastDay')(query)
        : query,
  ],
  [
    'single-day-as-week',
    'a range of one day returns the week that ends with that day',
    (query) =>
      query.firstDay !== undefined && query.firstDay === query.lastDay
        ? { ...query, firstDay: query.firstDay - 6 }
        : query,
    NO_SINGLE_DAY,
  ],
  [
    'single-day-widened',
    'a range of one day shows the days before and after it, too',
    (query) =>
      query.firstDay !== undefined && query.firstDay === query.lastDay
        ? { ...query, firstDay: query.firstDay - 1, lastDay: query.lastDay + 1 }
        : query,
    NO_SINGLE_DAY,
  ],
];

/** Selection of records: filters and date ranges, on each endpoint. */
export const selection: readonly Fault[] = [
  ...byFilter,
  ...faults('must', 'usage/*', [
    [
      'usage/filter-model-prefix',
      '4.2',
      'the filter by model matches prefixes',
      listed((_, query, source) => {
        const { limit, offset = 0, model, ...open } = query;
        const all = source
          .list(open)
          .filter((record) => model === undefined || record.model.startsWith(model.slice(0, 6)));
        return all.slice(offset, limit === undefined ? undefined : offset + limit);
      }),
    ],
    [
      'usage/filtered-offset-ignored',
      '4.2',
      'with a filter by model the offset has no effect',
      asked(['stats'], (query) => (query.model === undefined ? query : without('offset')(query))),
    ],
    [
      'usage/filtered-start-ignored',
      '4.2',
      'with a filter by source the start date has no effect',
      asked(['stats'], (query) => (query.source === undefined ? query : without('firstDay')(query))),
    ],
    [
      'usage/filters-as-or',
      '4.2',
      'two filters are combined with OR',
      listed((records, query, source) => {
        const { limit, offset = 0, model, provider, source: origin, ...open } = query;
        if ([model, provider, origin].filter((value) => value !== undefined).length < 2) return records;
        return source
          .list(open)
          .filter((r) => r.model === model || r.model_provider === provider || r.source === origin)
          .slice(offset, limit === undefined ? undefined : offset + limit);
      }),
    ],
  ]),
  ...ENDPOINTS.flatMap((endpoint) =>
    faults(
      'must',
      'usage/*',
      RANGES.map(([slug, words, edit, more = {}]) => [
        `usage/${endpoint}-${slug}`,
        '4.2',
        `${endpoint}: ${words}`,
        asked([endpoint], edit),
        more === NO_SINGLE_DAY && endpoint === 'stats' ? NO_SINGLE_DAY_IN_STATS : more,
      ]),
    ),
  ),
  ...faults('must', 'usage/*', [
    [
      'usage/start-alone-ignored',
      '4.2',
      'a start date without an end date has no effect',
      asked(['stats'], (query) => (query.lastDay === undefined ? without('firstDay')(query) : query)),
    ],
    [
      'usage/end-alone-ignored',
      '4.2',
      'an end date without a start date has no effect',
      asked(['stats'], (query) => (query.firstDay === undefined ? without('lastDay')(query) : query)),
      hidden('every range has a start there', 'usage/keeps-120-days'),
    ],
  ]),
];
