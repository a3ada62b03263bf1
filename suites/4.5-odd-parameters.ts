import { settled } from '../src/requests/ask.ts';
import { usageNames } from '../src/usage/discovery/discover.ts';
import {
  nameOf,
  PATHS,
  type Parameter,
  USAGE_ENDPOINTS,
  type UsageEndpoint,
  usageRequest,
  withQuery,
} from '../src/usage/endpoints.ts';
import { standsParameter } from '../src/usage/judge/parameters.ts';
import { ODD, ODD_RANGES } from '../src/usage/probes/odd-values.ts';
import { restsOn, unlessOfNothing } from '../src/usage/rests-on.ts';
import { type Check, Inconclusive, type Requester } from '../src/vocabulary/check.ts';

/** A file of everything is a dear answer to a date that nobody reads: the export is asked for ranges only. */
const ASKED: Record<UsageEndpoint, readonly Parameter[]> = {
  stats: ['start', 'end', 'limit', 'offset'],
  summary: ['start', 'end'],
  export: [],
};

/** One request of odd values: what it is called, and its query by meaning. */
type Odd = readonly [words: string, query: readonly (readonly [Parameter, string])[]];

function oddOnes(endpoint: UsageEndpoint): Odd[] {
  const single = ASKED[endpoint].flatMap((parameter) =>
    ODD[parameter]!.map((value): Odd => [`${parameter} of ${shortly(value)}`, [[parameter, value]]]),
  );
  const ranges = ODD_RANGES.map(
    ([start, end, words]): Odd => [
      words,
      [
        ['start', start],
        ['end', end],
      ],
    ],
  );
  return [...single, ...ranges];
}

const shortly = (value: string) => (value.length > 40 ? `${value.length} digits` : JSON.stringify(value));

/** 4.5: what is odd, extreme or impossible may be refused or taken; it makes no server error. */
export const checks: readonly Check[] = [
  ...USAGE_ENDPOINTS.map(
    (endpoint): Check => ({
      id: `usage/${endpoint}-stands-odd-values`,
      title: `Odd, extreme and impossible values make no server error in the ${endpoint}`,
      clauses: ['4.5'],
      level: 'must',
      profile: 'standard',
      ...restsOn(endpoint),
      about: `Asks for the ${endpoint} with ${ASKED[endpoint].length > 0 ? 'dates, sizes and offsets that are odd or extreme, and with ' : ''}ranges that are reversed, empty, at the ends of the calendar, or across a leap day or the end of a year. A server error that comes every time fails; everything else is left open.`,
      async run(context) {
        const { names } = await usageNames(context);
        const known = oddOnes(endpoint).filter(([, query]) => query.every(([parameter]) => names[parameter]));
        if (known.length === 0) throw new Inconclusive('no name of a parameter was found');
        const without = usageRequest(PATHS[endpoint], `${endpoint}, beside odd values`);
        await context.verifyEach(
          known.map(([words, query]) => async (ask: Requester) => {
            const pairs = query.map(([parameter, value]) => [nameOf(names, parameter), value] as const);
            const spec = usageRequest(withQuery(PATHS[endpoint], pairs), words);
            const answer = await settled(ask, spec, without);
            const exchange = await unlessOfNothing(context, ask, endpoint, answer);
            const [parameter, value] = pairs[0]!;
            return { exchange, endpoint, parameter, value: shortly(value) };
          }),
          standsParameter,
        );
      },
    }),
  ),
];
