import type { Behaviour, Change } from '../../behaviour.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { UsageParameter, UsageQuery } from '../../usage-record.ts';

/** The parameters of a request. */
type Given = (parameter: UsageParameter) => boolean;

function givenIn(behaviour: Behaviour, request: ServiceRequest): Given {
  const names = behaviour.usageNames('stats');
  return (parameter) => names[parameter] !== undefined && request.query.has(names[parameter]);
}

/** Changes the stats of a query with certain other parameters. */
const where =
  (is: (given: Given) => boolean, change: Partial<Record<keyof UsageQuery, number | undefined>>): Change =>
  (before) => ({
    usageQuery: (query, request) => {
      const made = before.usageQuery(query, request);
      const concerned = request.endpoint === 'stats' && is(givenIn(before, request));
      return concerned ? ({ ...made, ...change } as UsageQuery) : made;
    },
  });

const NO_FILTER = { model: undefined, provider: undefined, source: undefined };
/** Fewer records than a small page has. */
const TODAY = hidden('without dates the records of one day are returned', 'usage/default-today');
const dated = (given: Given) => given('start') || given('end');
const filtered = (given: Given) => given('model') || given('provider') || given('source');

/** Others who use the organization meanwhile must not hide it. */
const SEEN_IN_TRAFFIC = { bases: { 'usage/same-user-elsewhere': 'shows' } } as const;

/** Parameters of the stats that work only in some combinations (4.2). */
export const alone: readonly Fault[] = faults('must', 'usage/stats-* usage/totals-*', [
  [
    'usage/offset-needs-size',
    '4.2',
    'an offset has no effect without a page size',
    where((given) => !given('limit'), { offset: 0 }),
  ],
  [
    'usage/offset-needs-dates',
    '4.2',
    'an offset has no effect without dates',
    where((given) => !dated(given), { offset: 0 }),
  ],
  [
    'usage/offset-needs-an-end',
    '4.2',
    'an offset has no effect with a start and no end',
    where((given) => given('start') && !given('end'), { offset: 0 }),
    SEEN_IN_TRAFFIC,
  ],
  [
    'usage/offset-without-filters-only',
    '4.2',
    'an offset has no effect with a filter',
    where(filtered, { offset: 0 }),
  ],
  [
    'usage/page-size-needs-dates',
    '4.2',
    'a page size has no effect without dates',
    where((given) => !dated(given), { limit: 100 }),
    TODAY,
  ],
  [
    'usage/page-default-50-when-filtered',
    '4.2',
    'without a page size, a filtered page has 50 records',
    where((given) => filtered(given) && !given('limit'), { limit: 50 }),
    hidden('no filter selects more than fifty of 101 records', 'usage/101-records'),
  ],
  [
    'usage/page-default-all-when-filtered',
    '4.2',
    'without a page size, a filtered page has all records',
    where((given) => filtered(given) && !given('limit'), { limit: 1_000_000 }),
    {
      bases: {
        'usage/101-records': { hidden: 'no filter selects more than a hundred of 101 records' },
        'usage/pages-of-100-at-most': { hidden: 'the longest pages are cut to the correct size' },
      },
    },
  ],
  [
    'usage/page-default-50-from-an-offset',
    '4.2',
    'without a page size, a page after an offset has 50 records',
    where((given) => given('offset') && !given('limit'), { limit: 50 }),
  ],
  [
    'usage/page-default-50-without-parameters',
    '4.2',
    'without parameters, a page has 50 records',
    where((given) => !dated(given) && !filtered(given) && !given('limit'), { limit: 50 }),
    {
      bases: {
        ...TODAY.bases,
        ...SEEN_IN_TRAFFIC.bases,
        'usage/default-7-days': { hidden: 'without dates fewer than fifty records are returned' },
      },
    },
  ],
  [
    'usage/filters-need-dates',
    '4.2',
    'filters have no effect without dates',
    where((given) => !dated(given), NO_FILTER),
    SEEN_IN_TRAFFIC,
  ],
  [
    'usage/filters-need-an-end',
    '4.2',
    'filters have no effect with a start and no end',
    where((given) => given('start') && !given('end'), NO_FILTER),
    SEEN_IN_TRAFFIC,
  ],
  [
    'usage/filters-need-a-start',
    '4.2',
    'filters have no effect with an end and no start',
    where((given) => given('end') && !given('start'), NO_FILTER),
  ],
]);
