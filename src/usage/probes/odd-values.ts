import { type Names, nameOf, PATHS, type Parameter, type UsageEndpoint, withQuery } from '../endpoints.ts';

/** A moment beyond every record, so that little comes where a range is taken. */
const FAR = '2199';

/**
 * Values that are odd, extreme or impossible, and of which it is open what they mean; that they make no server error is
 * not. Dates lie far from all records, so that little comes where they are taken.
 */
const ODD: Partial<Record<Parameter, readonly string[]>> = {
  start: [
    `${FAR}-01-01T24:00:00Z`,
    `${FAR}-12-31T23:59:60Z`,
    `${FAR}-01-01T00:00:00.000Z`,
    `${FAR}-01-01T00:00:00.123456+02:00`,
    `${FAR}-01-01 00:00`,
    `${FAR}-01-01t00:00:00z`,
    `${FAR}-W01-1`,
    `+${FAR}-01-01`,
    `${FAR}-01-01T00:00:00+99:99`,
    '9999-12-31',
    '10000-01-01',
    '99999-01-01',
    '7226582400',
    '',
    `${FAR}-01-01\u0000`,
    '٢١٩٩-٠١-٠١',
    '9'.repeat(400),
  ],
  end: [
    '',
    '0000-00-00',
    '0001-01-01',
    '1970-01-01T00:00:00.000Z',
    '-0001-01-01',
    '1970-01-01T00:00:00-99:99',
    '1900-02-29',
    '-62135596801',
  ],
  limit: [
    '',
    '-9223372036854775809',
    '1e1',
    '0x10',
    '+5',
    ' 5',
    'null',
    '1,5',
    '٥',
    '5\u0000',
    '9'.repeat(400),
  ],
  offset: [
    '',
    '-9223372036854775809',
    '9223372036854775807',
    '1e9',
    '0x10',
    'Infinity',
    '5\u0000',
    '9'.repeat(400),
  ],
  model: ['', '50%', "'", '"', '\u{1f600}', 'm'.repeat(300), '*', '(', 'model\u0000'],
  provider: ['', "o'clock", '\u{1f600}', 'p'.repeat(300), '%s'],
  source: ['API', 'App', '', '0', 'true', "'", 's'.repeat(300)],
};

/** Ranges that no calendar minds, though programs may: reversed, at the ends of the calendar, where years differ. */
const ODD_RANGES: readonly (readonly [start: string, end: string, words: string])[] = [
  [`${FAR}-01-02`, `${FAR}-01-01`, 'a reversed range'],
  [`${FAR}-01-01`, `${FAR}-01-01`, 'a range of one day'],
  ['0001-01-01', '0001-01-02', 'a range at the beginning of the calendar'],
  ['9999-12-30', '9999-12-31', 'a range at the end of the calendar'],
  [`${FAR}-01-01`, '0001-01-01', 'a reversed range of two thousand years'],
  ['2024-02-29', '2024-02-29', 'a leap day'],
  ['2023-12-31', '2024-01-01', 'a range across the end of a year'],
  ['2024-02-28', '2024-03-01', 'a range across a leap day'],
];

/** Dates that are written in two ways, and a parameter that stands there twice, of which some programs make a list. */
const ODD_PAIRS: readonly (readonly [words: string, query: Pairs])[] = [
  [
    'one date with an offset and the other without',
    [
      ['start', `${FAR}-01-01T00:00:00Z`],
      ['end', `${FAR}-01-05`],
    ],
  ],
  [
    'one moment with an offset and the other without',
    [
      ['start', `${FAR}-01-01T00:00:00`],
      ['end', `${FAR}-01-05T00:00:00+02:00`],
    ],
  ],
  ...twice({
    start: [`${FAR}-01-01`, `${FAR}-01-02`],
    end: ['1970-01-01', '1970-01-02'],
    limit: ['1', '2'],
    offset: ['0', '1'],
    model: ['model-a', 'model-b'],
    provider: ['a', 'b'],
    source: ['api', 'app'],
  }),
];

/** Each parameter twice, with another value each time. */
function twice(values: Partial<Record<Parameter, readonly [string, string]>>): (readonly [string, Pairs])[] {
  const names = Object.keys(values) as Parameter[];
  return names.map((name) => [`${name} twice`, values[name]!.map((value) => [name, value] as const)]);
}

type Pairs = readonly (readonly [Parameter, string])[];

/** One request of odd values: what it is called, its query by meaning, and how it is written. */
export interface OddRequest {
  words: string;
  query: Pairs;
  path(names: Names): string;
}

/** What each endpoint takes. */
const TAKEN: Record<UsageEndpoint, readonly Parameter[]> = {
  stats: ['start', 'end', 'limit', 'offset', 'model', 'provider', 'source'],
  summary: ['start', 'end'],
  export: ['start', 'end'],
};

/** Where an odd date is ignored, the other one lets nothing through: a file of everything is a dear answer. */
const BESIDE: Partial<Record<Parameter, Pairs[number]>> = {
  start: ['end', '1970-01-02'],
  end: ['start', `${FAR}-01-01`],
};

/** The requests of odd values for an endpoint, each with a part of its parameters alone. */
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
  const single = TAKEN[endpoint].flatMap((parameter) =>
    ODD[parameter]!.map((value) => {
      const beside = endpoint === 'export' ? BESIDE[parameter] : undefined;
      return of(`${parameter} of ${shortly(value)}`, [[parameter, value], ...(beside ? [beside] : [])]);
    }),
  );
  const ranges = ODD_RANGES.map(([start, end, words]) =>
    of(words, [
      ['start', start],
      ['end', end],
    ]),
  );
  const taken = ([, query]: (typeof ODD_PAIRS)[number]) =>
    query.every(([parameter]) => TAKEN[endpoint].includes(parameter));
  const all = [...single, ...ranges, ...ODD_PAIRS.filter(taken).map(([words, query]) => of(words, query))];
  if (endpoint !== 'stats') return all;
  const bare = of('a model with a percent sign that nothing escapes', [['model', '50%']]);
  return [...all, { ...bare, path: (names) => bare.path(names).replace('50%25', '50%') }];
}

export const shortly = (value: string) =>
  value.length > 40 ? `${value.length} ${/^\d/.test(value) ? 'digits' : 'letters'}` : JSON.stringify(value);
