import { PATHS, USAGE_ENDPOINTS, type UsageEndpoint } from '../src/usage/endpoints.ts';
import { datedAnswer, withoutParameters } from '../src/usage/history/plain-requests.ts';
import { answersUndated } from '../src/usage/judge/order.ts';
import type { Check } from '../src/vocabulary/check.ts';

const CLAUSE: Readonly<Record<UsageEndpoint, string>> = { stats: '4.2', summary: '4.3', export: '4.4' };

/** Both dates are optional (4.2 to 4.4): if an endpoint requires them, all other checks send them. */
export const checks: readonly Check[] = USAGE_ENDPOINTS.map(
  (endpoint): Check => ({
    id: `usage/${endpoint}-without-dates`,
    title: `The usage ${endpoint} ${endpoint === 'stats' ? 'work' : 'works'} without dates`,
    clauses: [CLAUSE[endpoint], '8'],
    level: 'must',
    restsOn: [`path/${endpoint}`],
    about: `Requests ${PATHS[endpoint]} without parameters. Fails on status 400, 422 or 500 if the same request with both dates succeeds. All other checks then send dates, under the usual names or those that were given.`,
    run: (context) =>
      context.verify(
        async (ask) => ({
          plain: await withoutParameters(ask, endpoint),
          dated: await datedAnswer(context, ask, endpoint),
        }),
        answersUndated,
      ),
  }),
);
