import type { Behaviour, Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { statusOf } from '../../change/requests.ts';
import { usualQuery } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Endpoint } from '../../message.ts';
import type { UsageParameter } from '../../usage-record.ts';
import { oddValues } from './odd-values.ts';

const PLACES: readonly (readonly [Endpoint, readonly UsageParameter[]])[] = [
  ['stats', ['start', 'end', 'limit', 'offset']],
  ['summary', ['start', 'end']],
  ['export', ['start', 'end']],
];

const WORDS: Readonly<Partial<Record<UsageParameter, string>>> = {
  start: 'start date',
  end: 'end date',
  limit: 'page size',
  offset: 'offset',
};

/** The substitute for an unreadable value. */
const DEFAULTS: Readonly<Partial<Record<UsageParameter, number>>> = {
  start: 0,
  end: 100_000,
  limit: 100,
  offset: 0,
};

/** Reads certain texts of a parameter, invalid (`problem`) or valid (`value`), as a default. */
const ignored =
  (
    endpoint: Endpoint,
    parameter: UsageParameter,
    which: RegExp,
    kind: 'problem' | 'value' = 'problem',
    value = DEFAULTS[parameter]!,
  ): Change =>
  (before) => ({
    parseParameter: (parsed, name, text, request) => {
      const made = before.parseParameter(parsed, name, text, request);
      const isIt = request.endpoint === endpoint && name === parameter && kind in made && which.test(text);
      return isIt ? { value } : made;
    },
  });

const stumbled =
  (endpoint: Endpoint, parameter: UsageParameter, which: RegExp): Change =>
  (before) =>
    statusOf((refusal, request) => {
      const name = before.usageNames(endpoint)[parameter];
      return (
        request.endpoint === endpoint &&
        refusal.reason === 'usage-invalid' &&
        name !== undefined &&
        refusal.violations?.[0]?.pointer === name &&
        which.test(request.query.get(name) ?? '')
      );
    }, 500)(before);

const unreadable = (endpoint: Endpoint, parameter: UsageParameter): Fault[] => [
  ...faults('must', 'usage/*', [
    [
      `usage/${endpoint}-${parameter}-500`,
      '4.5',
      `${endpoint}: an unreadable ${WORDS[parameter]} causes a server error`,
      stumbled(endpoint, parameter, /(?:)/),
    ],
  ]),
  ...faults('should', 'usage/*', [
    [
      `usage/${endpoint}-${parameter}-unreadable-ignored`,
      '4.5',
      `${endpoint}: an unreadable ${WORDS[parameter]} is ignored`,
      ignored(endpoint, parameter, /(?:)/),
    ],
    [
      `usage/${endpoint}-${parameter}-404`,
      '4.5',
      `${endpoint}: an unreadable ${WORDS[parameter]} returns 404`,
      statusOf(
        (refusal, request) => request.endpoint === endpoint && refusal.reason === 'usage-invalid',
        404,
      ),
    ],
  ]),
];

/** A bound with a time of day is ignored; a day is used. */
const momentIgnored = (endpoint: Endpoint, parameter: UsageParameter): Fault[] =>
  faults('should', 'usage/*', [
    [
      `usage/${endpoint}-${parameter}-moment-ignored`,
      '4.2',
      `${endpoint}: the ${WORDS[parameter]} is ignored if it has a time of day`,
      ignored(endpoint, parameter, /T\d/, 'value'),
    ],
  ]);

/** Dates of the export are compared as strings with those of its rows: no row is between times. */
const momentsAsTexts: readonly Fault[] = faults('should', 'usage/*', [
  [
    'usage/export-moments-as-texts',
    '4.2',
    'export: a range with times of day returns no rows',
    ignored('export', 'start', /T\d/, 'value', DEFAULTS.end),
  ],
]);

const negative = (endpoint: Endpoint, parameter: UsageParameter): Fault[] => [
  ...faults('must', 'usage/*', [
    [
      `usage/${endpoint}-${parameter}-negative-500`,
      '4.5',
      `${endpoint}: a negative ${WORDS[parameter]} causes a server error`,
      stumbled(endpoint, parameter, /^-/),
    ],
  ]),
  ...faults('should', 'usage/*', [
    [
      `usage/${endpoint}-${parameter}-negative-ignored`,
      '4.5',
      `${endpoint}: a negative ${WORDS[parameter]} is ignored`,
      ignored(endpoint, parameter, /^-/),
    ],
  ]),
];

/** Each parameter alone: it has to be rejected, and never causes a server error (4.5). */
const oneByOne: readonly Fault[] = PLACES.flatMap(([endpoint, names]) =>
  names.flatMap((parameter) => [
    ...unreadable(endpoint, parameter),
    ...(parameter === 'limit' || parameter === 'offset'
      ? negative(endpoint, parameter)
      : momentIgnored(endpoint, parameter)),
  ]),
).filter(
  (fault, i, all) =>
    all.findIndex((other) => other.title === fault.title) === i && !/-(end|offset)-404$/.test(fault.id),
);

const reversed = (query: URLSearchParams) => (query.get('start_date') ?? '') > (query.get('end_date') ?? '~');

/** Unreadable and unknown parameters (4.5). */
export const parameters: readonly Fault[] = [
  ...oneByOne,
  ...momentsAsTexts,
  ...faults('must', 'usage/*', [
    ...oddValues,
    [
      'usage/stats-limit-nul-500',
      '4.5',
      'stats: a NUL in the page size causes a server error',
      stumbled('stats', 'limit', /\0/),
    ],
    [
      'usage/summary-start-week-500',
      '4.5',
      'summary: an ISO week date causes a server error',
      stumbled('summary', 'start', /W/),
    ],
    ...(['summary', 'export'] as const).map(
      (endpoint) =>
        [
          `usage/${endpoint}-reversed-range-500`,
          '4.5',
          `${endpoint}: a reversed range causes a server error`,
          (before: Behaviour) =>
            replies(
              (_, request) => request.endpoint === endpoint && reversed(usualQuery(before, request)),
              (reply) => ({ ...reply, status: 500 }),
            )(before),
        ] as const,
    ),
  ]),
];
