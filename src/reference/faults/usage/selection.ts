import { asked, listed } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { UsageQuery } from '../../usage/record.ts';
import { needsProviders } from './needs-providers.ts';

const without =
  (...members: (keyof UsageQuery)[]) =>
  (query: UsageQuery): UsageQuery => {
    for (const member of members) delete query[member];
    return query;
  };

const OTHER_NAMES = 'the names that the user gives are those of another service';

const filters = ['model', 'provider', 'source'] as const;
/** Given by the user: an ignored parameter and a wrong name look alike. */
const NAMES = {
  start: 'start_date',
  end: 'end_date',
  model: 'model',
  provider: 'model_provider',
  source: 'source',
  limit: 'limit',
  offset: 'offset',
};

const ENDPOINTS = ['stats', 'summary', 'export'] as const;
const WORDS = { stats: 'the usage records', summary: 'the summary', export: 'the export' };

/** A number of days is added to the bound when it is given. */
const shifted =
  (member: 'firstDay' | 'lastDay', days: number) =>
  (query: UsageQuery): UsageQuery => {
    if (query[member] !== undefined) query[member] += days;
    return query;
  };

type Filter = (typeof filters)[number];
const memberOf = (filter: Filter) => (filter === 'provider' ? 'model_provider' : filter);

/** The filter is applied to what a page was cut from before. */
const afterPaging = (filter: Filter) =>
  listed((records, query, source) =>
    query[filter] === undefined
      ? records
      : source
          .list(without(filter)({ ...query }))
          .filter((record) => record[memberOf(filter)] === query[filter]),
  );

/** The last record of a page is one that the filter leaves out. */
const oneStranger = (filter: Filter) =>
  listed((records, query, source) => {
    if (query[filter] === undefined || query.offset || (query.limit ?? 0) < 2 || records.length === 0)
      return records;
    const { [filter]: _, ...open } = query;
    const others = source.list({ ...open, limit: 50 }).filter((r) => !records.some((own) => own.id === r.id));
    return others[0] ? [...records.slice(0, -1), others[0]] : records;
  });

const losesOne = (filter: Filter) =>
  listed((records, query) =>
    query[filter] !== undefined && !query.offset && records.length > 1 ? records.slice(1) : records,
  );

/** Another query that forgets a member. */
const forgetsCreation = (filter: Filter) =>
  listed((records, query) =>
    query[filter] === undefined
      ? records
      : records.map(({ created_at: _, ...record }) => record as (typeof records)[number]),
  );

const lostInCombination = (filter: Filter) =>
  asked(['stats'], (query) =>
    filters.some((other) => other !== filter && query[other] !== undefined) ? without(filter)(query) : query,
  );

const dropsRange = (filter: Filter) =>
  asked(['stats'], (query) => (query[filter] === undefined ? query : without('firstDay', 'lastDay')(query)));

const ofFilter = (filter: Filter) =>
  rowsOf(filter).map(filter === 'provider' ? needsProviders : (row) => row);

/** What may be wrong with each filter. */
const rowsOf = (filter: Filter): readonly FaultRow[] => [
  [
    `usage/filter-${filter}-ignored`,
    '4.2',
    `the filter by ${filter} has no effect`,
    asked(['stats'], without(filter)),
    { settings: { usageNames: NAMES }, bases: { 'usage/other-words': { hidden: OTHER_NAMES } } },
  ],
  [
    `usage/filter-${filter}-after-paging`,
    '4.2',
    `the filter by ${filter} is applied to a page that was cut before`,
    afterPaging(filter),
  ],
  [
    `usage/filter-${filter}-one-stranger`,
    '4.2',
    `the filter by ${filter} lets one record of another ${filter} through`,
    oneStranger(filter),
  ],
  [`usage/filter-${filter}-loses-one`, '4.2', `the filter by ${filter} loses one record`, losesOne(filter)],
  [
    `usage/filter-${filter}-lost-in-combination`,
    '4.2',
    `the filter by ${filter} has no effect beside another filter`,
    lostInCombination(filter),
  ],
  [
    `usage/filter-${filter}-forgets-creation`,
    '2.8',
    `records that come by a filter by ${filter} have no created_at`,
    forgetsCreation(filter),
    { bases: { 'usage/created-anew': { hidden: 'created_at is made anew for each answer' } } },
  ],
  [
    `usage/filter-${filter}-drops-range`,
    '4.2',
    `with a filter by ${filter} the date range has no effect`,
    dropsRange(filter),
  ],
];

/** No service whose ranges leave their end out has such days. */
const HIDDEN = { hidden: 'a day to itself is no range there' };
const NO_SINGLE_DAY = { bases: { 'usage/end-exclusive': HIDDEN } };
const NO_SINGLE_DAY_IN_STATS = {
  bases: { 'usage/end-exclusive': HIDDEN, 'usage/end-exclusive-in-stats': HIDDEN },
};

/** What may be wrong with the date range of each endpoint: what it is called, and what the service makes of a question. */
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
    'nothing older than twenty days is shown',
    (query, request) => {
      const oldest = Math.floor(request.service.clock.now() / 86_400_000) - 20;
      return { ...query, firstDay: Math.max(query.firstDay ?? oldest, oldest) };
    },
  ],
  [
    'range-month-cap',
    'of long ranges only the last ten days count',
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
    'a single day brings the week that ends with it',
    (query) =>
      query.firstDay !== undefined && query.firstDay === query.lastDay
        ? { ...query, firstDay: query.firstDay - 6 }
        : query,
    NO_SINGLE_DAY,
  ],
];

/** Which records come: filters and date ranges, on each endpoint. */
export const selection: readonly Fault[] = [
  ...filters.flatMap((filter) => faults('must', ['usage/*'], ofFilter(filter))),
  ...faults(
    'must',
    ['usage/*'],
    [
      [
        'usage/filter-model-prefix',
        '4.2',
        'the filter by model compares beginnings',
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
        'of two filters either is enough',
        listed((records, query, source) => {
          const { limit, offset = 0, model, provider, source: origin, ...open } = query;
          if ([model, provider, origin].filter((value) => value !== undefined).length < 2) return records;
          return source
            .list(open)
            .filter((r) => r.model === model || r.model_provider === provider || r.source === origin)
            .slice(offset, limit === undefined ? undefined : offset + limit);
        }),
      ],
    ],
  ),
  ...ENDPOINTS.flatMap((endpoint) =>
    faults(
      'must',
      ['usage/*'],
      RANGES.map(([slug, words, edit, more = {}]) => [
        `usage/${endpoint}-${slug}`,
        '4.2',
        `${WORDS[endpoint]}: ${words}`,
        asked([endpoint], edit),
        more === NO_SINGLE_DAY && endpoint === 'stats' ? NO_SINGLE_DAY_IN_STATS : more,
      ]),
    ),
  ),
  ...faults(
    'must',
    ['usage/*'],
    [
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
        { bases: { 'usage/keeps-120-days': { hidden: 'no range is without a start there' } } },
      ],
    ],
  ),
];
