import { settled } from '../src/requests/ask.ts';
import {
  nameOf,
  PATHS,
  type Parameter,
  USAGE_ENDPOINTS,
  type UsageEndpoint,
  usageRequest,
  withQuery,
} from '../src/usage/endpoints.ts';
import {
  noServerErrorForParameter,
  refusesAsUsual,
  refusesParameter,
  respectsMoment,
} from '../src/usage/judge/parameters.ts';
import { bringsUsage } from '../src/usage/probes/brings-usage.ts';
import { momentsAround } from '../src/usage/probes/moments.ts';
import { unlessOfNothing } from '../src/usage/probes/rests-on.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import { NotApplicable } from '../src/vocabulary/undecidable.ts';

const oddKey = (path: string) => answerKey<Exchange>(`usage/odd ${path}`);

interface Tried {
  parameter: Parameter;
  words: string;
  /** Values of a wrong type, negative ones, and invalid dates; empty or merely unusual values are left open. */
  invalid: readonly string[];
  /** A time far from all records, so that an accepted one returns little. */
  moment?: string;
}

const DATES: readonly Tried[] = [
  { parameter: 'start', words: 'start date', invalid: ['not-a-date'], moment: '2199-01-01T00:00:00Z' },
  { parameter: 'end', words: 'end date', invalid: ['2026-13-45'], moment: '1971-01-01T00:00:00Z' },
];
const NUMBERS: readonly Tried[] = [
  { parameter: 'limit', words: 'page size', invalid: ['abc', '-1', '1.5'] },
  { parameter: 'offset', words: 'offset', invalid: ['abc', '-1', '1.5'] },
];

const triedOn = (endpoint: UsageEndpoint) => (endpoint === 'stats' ? [...DATES, ...NUMBERS] : DATES);

/** The response of an endpoint to a value of a parameter, with others; several checks share it. */
function answerTo(
  ask: Requester,
  endpoint: UsageEndpoint,
  { words }: Tried,
  query: readonly [string, string][],
): Promise<Exchange> {
  const path = withQuery(PATHS[endpoint], query);
  const without = usageRequest(PATHS[endpoint], `without ${words}`);
  return ask.shared(oddKey(path), (own) =>
    settled(own, usageRequest(path, `${words} ${query[0]![1]}`), without),
  );
}

/** How the endpoints reject invalid values, as requested by the checks of each parameter. */
async function refusals(context: CheckContext, ask: Requester): Promise<Exchange[]> {
  const { names } = await context.usageNames();
  const answers = await Promise.allSettled(
    USAGE_ENDPOINTS.flatMap((endpoint) =>
      triedOn(endpoint).flatMap((tried) => {
        const name = names[tried.parameter];
        return name === undefined
          ? []
          : tried.invalid.map((value) => answerTo(ask, endpoint, tried, [[name, value]]));
      }),
    ),
  );
  const refused = answers.flatMap((one) => {
    const status = one.status === 'fulfilled' ? (one.value.response?.status ?? 0) : 0;
    return one.status === 'fulfilled' && status >= 400 && status < 500 ? [one.value] : [];
  });
  if (refused.length === 0) throw new NotApplicable('no invalid parameter got a 4xx');
  return refused;
}

/** Unreadable parameters (4.5): never a server error, preferably rejected rather than ignored. */
export const checks: readonly Check[] = [
  ...USAGE_ENDPOINTS.flatMap((endpoint) =>
    triedOn(endpoint).map((tried): Check => {
      const { parameter, words, invalid, moment } = tried;
      return {
        id: `usage/${endpoint}-refuses-${words.replace(' ', '-')}` as Check['id'],
        title: `An invalid ${words} causes no server error (${endpoint})`,
        clauses: ['4.5'],
        level: 'must',
        restsOn: [`path/${endpoint}`],
        about: `Requests the ${endpoint} with ${words} set to ${invalid.join(', ')}. Passes on any 4xx. Warns on acceptance. Fails on a server error.${moment ? ' Also warns if the service honors a date but ignores a date-time, or if two date-times around a record return nothing and the dates return it.' : ''}`,
        async run(context) {
          const { names } = await context.usageNames();
          const name = nameOf(names, parameter);
          const asked = (value: string) => async (ask: Requester) => {
            const answer = await answerTo(ask, endpoint, tried, [[name, value]]);
            const exchange = await unlessOfNothing(context, ask, endpoint, answer);
            return { exchange, endpoint, parameter: name, value };
          };
          await context.verifyEach(invalid.map(asked), refusesParameter);
          if (moment === undefined) return;
          await context.verifyEach(
            [
              async (ask: Requester) => {
                const taken = await asked(moment)(ask);
                // An empty result, as expected so far from all records: the parameter was used.
                const ignored =
                  names.dates !== 'date-time' && (await bringsUsage(endpoint, taken.exchange, names));
                if (!ignored) return { ...taken, brought: undefined };
                const day = await asked(moment.replace(/T.*/, ''))(ask);
                const brought = { moment: true, day: await bringsUsage(endpoint, day.exchange, names) };
                return { ...taken, day: day.exchange, brought };
              },
            ],
            (found) => [...noServerErrorForParameter(found), ...(found.brought ? respectsMoment(found) : [])],
          );
          const isRead = parameter === 'start' && names.dates !== 'date-time';
          const around = isRead ? await momentsAround(context, endpoint) : [];
          if (around.length > 0) await context.verifyEach(around, respectsMoment);
        },
      };
    }),
  ),
  {
    id: 'usage/invalid-refused-as-usual',
    harm: 'form',
    title: 'Usage endpoints reject an invalid parameter with 400 or 422',
    clauses: ['4.5'],
    level: 'should',
    restsOn: USAGE_ENDPOINTS.map((endpoint) => `path/${endpoint}` as const),
    about:
      'Reads the rejections of invalid dates, page sizes and offsets that other checks send. Passes on 400 and 422. Warns once on another 4xx: the contract does not name the status.',
    run: (context) => context.verify((ask) => refusals(context, ask), refusesAsUsual),
  },
];
