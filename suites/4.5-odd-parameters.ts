import { settled } from '../src/requests/ask.ts';
import { PATHS, USAGE_ENDPOINTS, usageRequest } from '../src/usage/endpoints.ts';
import { noServerErrorForParameter } from '../src/usage/judge/parameters.ts';
import { oddRequests, shortly } from '../src/usage/probes/odd-values.ts';
import { unlessOfNothing } from '../src/usage/probes/rests-on.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import { Inconclusive } from '../src/vocabulary/undecidable.ts';

/** 4.5: odd, extreme or impossible values may be rejected or accepted; they cause no server error. */
export const checks: readonly Check[] = [
  ...USAGE_ENDPOINTS.map(
    (endpoint): Check => ({
      id: `usage/${endpoint}-stands-odd-values`,
      title: `Unusual and extreme parameter values cause no server error (${endpoint})`,
      clauses: ['4.5'],
      level: 'must',
      phase: 'accounting',
      profile: 'standard',
      restsOn: [`path/${endpoint}`],
      about: `Requests the ${endpoint} with unusual or extreme ${endpoint === 'stats' ? 'dates, page sizes, offsets and filters' : 'dates'}, and with ${endpoint === 'stats' ? 'parameters' : 'a date'} given twice. Sends ranges in mixed formats, reversed, empty, at the ends of the calendar, and across a leap day or a new year. Fails on a server error that comes every time. Ignores all other answers.`,
      async run(context) {
        const { names } = await context.usageNames();
        const known = oddRequests(endpoint).filter(({ query }) => query.every(([name]) => names[name]));
        if (known.length === 0) return new Inconclusive('no parameter name was found');
        const without = usageRequest(PATHS[endpoint], `${endpoint}, beside odd values`);
        return context.verifyEach(
          known.map(({ words, query, path }) => async (ask: Requester) => {
            const answer = await settled(ask, usageRequest(path(names), words), without);
            const exchange = await unlessOfNothing(context, ask, endpoint, answer);
            const [parameter] = query[0]!;
            const values = query.map(([name, value]) =>
              name === parameter ? shortly(value) : `${name} ${shortly(value)}`,
            );
            return { exchange, endpoint, parameter, value: values.join(' and ') };
          }),
          noServerErrorForParameter,
        );
      },
    }),
  ),
];
