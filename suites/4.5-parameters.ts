import type { Check } from '../src/check.ts';
import { settled } from '../src/generate/ask.ts';
import { refusesParameter } from '../src/judge/usage/parameters.ts';
import { usageNames } from '../src/usage/discovery/discover.ts';
import {
  EXPORT,
  nameOf,
  type Parameter,
  STATS,
  SUMMARY,
  usageRequest,
  withQuery,
} from '../src/usage/endpoints.ts';

const ENDPOINTS = { stats: STATS, summary: SUMMARY, export: EXPORT } as const;

/** The check that says that an endpoint answers at all. */
const ANSWERS = {
  stats: 'usage/stats-is-array',
  summary: 'usage/summary-schema',
  export: 'usage/export-is-csv',
} as const;

const WORDS: Partial<Record<Parameter, readonly [id: string, words: string]>> = {
  start: ['start-date', 'start date'],
  end: ['end-date', 'end date'],
  limit: ['page-size', 'page size'],
  offset: ['offset', 'offset'],
};

/** Values of a wrong type, negative ones, and dates that are none; what is empty or merely unusual is left open. */
const INVALID: Partial<Record<Parameter, readonly string[]>> = {
  start: ['not-a-date', '2026-13-45'],
  end: ['not-a-date', '2026-13-45'],
  limit: ['abc', '-1', '1.5'],
  offset: ['abc', '-1', '1.5'],
};

const OF_ENDPOINT: Record<keyof typeof ENDPOINTS, readonly Parameter[]> = {
  stats: ['start', 'end', 'limit', 'offset'],
  summary: ['start', 'end'],
  export: ['start', 'end'],
};

/** Parameters that can't be read (4.5): never a server error, better refused than ignored. */
export const checks: readonly Check[] = (Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]).flatMap(
  (endpoint) =>
    OF_ENDPOINT[endpoint].map((parameter): Check => {
      const [id, words] = WORDS[parameter]!;
      return {
        id: `usage/${endpoint}-refuses-${id}`,
        title: `The ${endpoint} refuse a ${words} that can't be read`,
        clauses: ['4.5'],
        level: 'must',
        needs: [ANSWERS[endpoint]],
        about: `Asks for the ${endpoint} with ${words} set to ${INVALID[parameter]!.join(', ')}. A server error fails; anything but 400 or 422 warns.`,
        async run(t) {
          const { names } = await usageNames(t);
          const name = nameOf(names, parameter);
          await t.verifyEach(
            INVALID[parameter]!.map((value) => async (ask) => {
              const path = withQuery(ENDPOINTS[endpoint], [[name, value]]);
              const without = usageRequest(ENDPOINTS[endpoint], `without ${words}`);
              const exchange = await settled(ask, usageRequest(path, `${words} ${value}`), without);
              return { exchange, parameter: name, value };
            }),
            refusesParameter,
          );
        },
      };
    }),
);
