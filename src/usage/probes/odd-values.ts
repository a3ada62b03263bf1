import type { Names } from '../../vocabulary/discovered.ts';
import { nameOf, PATHS, type Parameter, type UsageEndpoint, withQuery } from '../endpoints.ts';

/** A time after every record, so that accepted ranges return little. */
const FAR = '2199';

type Pairs = readonly (readonly [Parameter, string])[];

/** Where an odd value is sent: one endpoint each, or all for the most error-prone ones. */
type Place = UsageEndpoint | 'all';

/**
 * Odd, extreme or impossible dates whose meaning is open; a server error is not allowed. They are far from all
 * records, so that accepted ones return little. Each is sent to one endpoint, and each kind to all of them: the
 * endpoints of one service share a date parser.
 */
const ODD_DATES: readonly (readonly [start: string, end: string, place: Place])[] = [
  ['', '', 'all'],
  [`${FAR}-01-01\u0000`, '1970-01-01', 'export'],
  ['9'.repeat(400), '-62135596801', 'export'],
  // Moments.
  [`${FAR}-01-01T24:00:00Z`, '1970-01-01', 'stats'],
  [`${FAR}-12-31T23:59:60Z`, '1970-01-01T00:00:00.000Z', 'export'],
  [`${FAR}-01-01T00:00:00.123456+02:00`, '1970-01-01T00:00:00-99:99', 'summary'],
  [`${FAR}-01-01 00:00`, '1970-01-01', 'summary'],
  [`${FAR}-01-01t00:00:00z`, '1970-01-01', 'export'],
  [`${FAR}-01-01T00:00:00+99:99`, '1970-01-01', 'stats'],
  // Other calendars and digits, and the ends of this one.
  [`${FAR}-W01-1`, '0000-00-00', 'summary'],
  [`+${FAR}-01-01`, '-0001-01-01', 'stats'],
  ['\u0662\u0661\u0669\u0669-\u0660\u0661-\u0660\u0661', '1900-02-29', 'stats'],
  ['9999-12-31', '0001-01-01', 'summary'],
  ['10000-01-01', '1970-01-01', 'export'],
  // Nonexistent days and seconds.
  [`${FAR}-02-30`, '1971-02-30', 'summary'],
  ['7226582400', '1970-01-01', 'export'],
];

/** The same for the other parameters, which only stats accepts. */
const ODD = {
  limit: ['', '99999999999999999999', '1e1', '\u0665', '5\u0000', '9'.repeat(400)],
  offset: ['', '99999999999999999999', '-9223372036854775809', '9223372036854775807', 'Infinity', '5\u0000'],
  model: ['', '50%', "'", '\u{1f600}', 'm'.repeat(300), '('],
  /** A provider to accompany an odd model: any text. */
  provider: ['', "o'clock", '\u{1f600}', 'p'.repeat(300), '%s'],
  source: ['API', '', "'"],
};

/** Valid ranges that programs may not expect: reversed, at the limits of the calendar, across years. */
const ODD_RANGES: readonly (readonly [start: string, end: string, words: string, place: Place])[] = [
  [`${FAR}-01-02`, `${FAR}-01-01`, 'a reversed range', 'all'],
  ['0001-01-01', '0001-01-02', 'a range at the beginning of the calendar', 'stats'],
  ['2024-02-29', '2024-02-29', 'a leap day', 'summary'],
  ['2024-02-28', '2024-03-01', 'a range across a leap day', 'stats'],
  [`${FAR}-01-01T00:00:00Z`, `${FAR}-01-05`, 'one date with an offset and the other without', 'stats'],
  [
    `${FAR}-01-01T00:00:00`,
    `${FAR}-01-05T00:00:00+02:00`,
    'one moment with an offset and the other without',
    'export',
  ],
];

/** Repeated parameters with different values: some programs read them as a list. */
const TWICE: readonly (readonly [query: Pairs, place: Place])[] = [
  [twice('start', `${FAR}-01-01`, `${FAR}-01-02`), 'summary'],
  [twice('end', '1970-01-01', '1970-01-02'), 'export'],
  [[...twice('limit', '1', '2'), ...twice('offset', '0', '1')], 'stats'],
  [
    [
      ...twice('model', 'model-a', 'model-b'),
      ...twice('provider', 'a', 'b'),
      ...twice('source', 'api', 'app'),
    ],
    'stats',
  ],
];

function twice(name: Parameter, first: string, second: string): Pairs {
  return [
    [name, first],
    [name, second],
  ];
}

/** One request with odd values: its name, its query by meaning, and its format. */
export interface OddRequest {
  words: string;
  query: Pairs;
  path(names: Names): string;
}

/** The requests with odd values for an endpoint: odd dates in pairs, and its other parameters one at a time. */
export function oddRequests(endpoint: UsageEndpoint): OddRequest[] {
  const of = (words: string, query: Pairs): OddRequest => ({
    words,
    query,
    path: (names) =>
      withQuery(
        PATHS[endpoint],
        query.map(([parameter, value]) => [nameOf(names, parameter), value] as const),
      ),
  });
  const isHere = (row: readonly unknown[]) => ['all', endpoint].includes(row.at(-1) as Place);
  const range = (start: string, end: string): Pairs => Object.entries({ start, end }) as unknown as Pairs;
  const dates = ODD_DATES.filter(isHere).map(([start, end]) =>
    of(`start of ${shortly(start)}, end of ${shortly(end)}`, range(start, end)),
  );
  const ranges = ODD_RANGES.filter(isHere).map(([start, end, words]) => of(words, range(start, end)));
  const doubled = TWICE.filter(isHere).map(([query]) =>
    of(`${[...new Set(query.map(([name]) => name))].join(' and ')} twice`, query),
  );
  return [...dates, ...ranges, ...doubled, ...(endpoint === 'stats' ? oddFilters(of) : [])];
}

/** Odd values for stats only: page sizes with offsets, models with providers. */
function oddFilters(of: (words: string, query: Pairs) => OddRequest): OddRequest[] {
  const bare = of('a model with an unescaped percent sign', [['model', '50%']]);
  const pairs = (first: Parameter, values: readonly string[], second: Parameter, others: readonly string[]) =>
    values.map((value, i) => {
      const other = others[i];
      const beside: Pairs = other === undefined ? [] : [[second, other]];
      return of(`${first} of ${shortly(value)}`, [[first, value], ...beside]);
    });
  return [
    ...pairs('limit', ODD.limit, 'offset', ODD.offset),
    ...pairs('model', ODD.model, 'provider', ODD.provider),
    ...ODD.source.map((value) => of(`source of ${shortly(value)}`, [['source', value]])),
    { ...bare, path: (names) => bare.path(names).replace('50%25', '50%') },
  ];
}

export const shortly = (value: string) =>
  value.length > 40
    ? `${value.length} ${/^\d/.test(value) ? 'digits' : 'characters'}`
    : JSON.stringify(value);
