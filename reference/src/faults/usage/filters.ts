import { asked, listed } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults, hidden } from '../../deviation.ts';
import type { UsageQuery } from '../../usage-record.ts';

const NOT_SHOWN = 'records without a provider cannot be attributed';

/** The query without some parameters. */
export const without =
  (...members: (keyof UsageQuery)[]) =>
  (query: UsageQuery): UsageQuery => {
    for (const member of members) delete query[member];
    return query;
  };

const OTHER_NAMES = 'the configured names belong to another service';

const filters = ['model', 'provider', 'source'] as const;
/** Configured: an ignored parameter and a wrong name look alike. */
const NAMES = {
  start: 'start_date',
  end: 'end_date',
  model: 'model',
  provider: 'model_provider',
  source: 'source',
  limit: 'limit',
  offset: 'offset',
};

const OF_THE_API = 'a filter by provider is always also one by source and has no effect';

type Filter = (typeof filters)[number];
const memberOf = (filter: Filter) => (filter === 'provider' ? 'model_provider' : filter);

/** The filter is applied after paging. */
const afterPaging = (filter: Filter) =>
  listed((records, query, source) =>
    query[filter] === undefined
      ? records
      : source
          .list(without(filter)({ ...query }))
          .filter((record) => record[memberOf(filter)] === query[filter]),
  );

/** The last record of a page does not match the filter. */
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

/** Another query that drops a member. */
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

/** Faults of each filter. */
const rowsOf = (filter: Filter): readonly FaultRow[] => [
  [
    `usage/filter-${filter}-ignored`,
    '4.2',
    `the filter by ${filter} has no effect`,
    asked(['stats'], without(filter)),
    { ...hidden(OTHER_NAMES, 'usage/other-words'), settings: { usageNames: NAMES } },
  ],
  [
    `usage/filter-${filter}-after-paging`,
    '4.2',
    `the filter by ${filter} is applied after paging`,
    afterPaging(filter),
  ],
  [
    `usage/filter-${filter}-one-stranger`,
    '4.2',
    `the filter by ${filter} returns one record of another ${filter}`,
    oneStranger(filter),
  ],
  [`usage/filter-${filter}-loses-one`, '4.2', `the filter by ${filter} loses one record`, losesOne(filter)],
  [
    `usage/filter-${filter}-lost-in-combination`,
    '4.2',
    `the filter by ${filter} has no effect together with another filter`,
    lostInCombination(filter),
    { bases: { 'usage/provider-empty': filter === 'provider' ? { hidden: OF_THE_API } : 'shows' } },
  ],
  [
    `usage/filter-${filter}-forgets-creation`,
    '2.8',
    `records selected by a filter by ${filter} have no created_at`,
    forgetsCreation(filter),
    hidden('created_at is generated for each response', 'usage/created-anew'),
  ],
  [
    `usage/filter-${filter}-drops-range`,
    '4.2',
    `with a filter by ${filter} the date range has no effect`,
    dropsRange(filter),
  ],
];

/** Faults of filters (4.2), one at a time. */
export const byFilter: readonly Fault[] = filters.flatMap((filter) =>
  faults('must', 'usage/*', ofFilter(filter)),
);

/** A fault that cannot show if no record has a provider. */
export function needsProviders([id, clause, title, change, rest]: FaultRow): FaultRow {
  const bases = { ...rest?.bases, 'usage/provider-not-shown': { hidden: NOT_SHOWN } };
  return [id, clause, title, change, { ...rest, bases }];
}
