import { ENDPOINTS, type Endpoint } from '../src/auth/endpoints.ts';
import { inOtherForms, keyInQuery } from '../src/auth/probes.ts';
import { status } from '../src/auth/reply.ts';
import { type Probed, taken } from '../src/auth/turns.ts';
import { withoutKey } from '../src/auth/without-key.ts';
import { gathered } from '../src/evidence/gather.ts';
import { refusedForItsForm } from '../src/judge/auth.ts';
import { leaksOf } from '../src/judge/leaks.ts';
import { type Check, type CheckContext, Inconclusive, type Requester } from '../src/vocabulary/check.ts';
import { type Exchange, header } from '../src/vocabulary/exchange.ts';
import { besideGood } from './auth/beside-good.ts';
import { besideItself, PACED } from './auth/beside-itself.ts';
import { demandingDates, fullerUsage } from './auth/fuller-usage.ts';
import { lackingOnCompletions, lackingOnUsage } from './auth/lacking.ts';

const USAGE = ['stats', 'summary', 'export'] as const;
const ALL = Object.keys(ENDPOINTS) as Endpoint[];

/** What an endpoint said to those without a valid key. */
async function unkeyed(context: CheckContext, endpoint: Endpoint) {
  const fuller = endpoint === 'completion' ? undefined : await fullerUsage(context, endpoint);
  return withoutKey(context, context, endpoint, fuller);
}

/** What an endpoint said to the right key in other forms, asked as it answers. */
async function otherForms(context: CheckContext, ask: Requester, endpoint: Endpoint) {
  const plain = endpoint === 'completion' ? undefined : await demandingDates(context, endpoint);
  return inOtherForms(context, ask, endpoint, plain);
}

const inBasic = ALL.map(
  (endpoint): Check => ({
    id: `auth/${endpoint}-basic`,
    title: `The right key as Basic credentials does not open the ${endpoint} endpoint`,
    clauses: ['5.1'],
    level: 'should',
    phase: 'last',
    profile: 'standard',
    about: `The ${endpoint} endpoint is asked with the right key in the Basic scheme. Any 4xx passes; being let in warns. ${PACED}`,
    async run(context) {
      await context.verify(async (ask) => {
        const refusal = besideItself(endpoint, taken(await otherForms(context, ask, endpoint), 'basic'));
        return endpoint === 'completion' ? besideGood(context, ask, refusal) : refusal;
      }, refusedForItsForm);
    },
  }),
);

const bare = ALL.map(
  (endpoint): Check => ({
    id: `auth/${endpoint}-bare-key`,
    title: `The right key without a scheme does not open the ${endpoint} endpoint`,
    clauses: ['5.1'],
    level: 'should',
    phase: 'last',
    profile: 'standard',
    about: `The Authorization header holds the right key alone, without "Bearer". Any 4xx passes; being let in warns. ${PACED}`,
    async run(context) {
      await context.verify(async (ask) => {
        const refusal = besideItself(endpoint, taken(await otherForms(context, ask, endpoint), 'bare'));
        return endpoint === 'completion' ? besideGood(context, ask, refusal) : refusal;
      }, refusedForItsForm);
    },
  }),
);

/** Section 5: who is let in. */
export const checks: readonly Check[] = [
  ...lackingOnCompletions,
  ...lackingOnUsage,
  ...inBasic,
  ...bare,
  {
    id: 'auth/key-in-query',
    title: 'The right key in the query, without an Authorization header, opens nothing',
    clauses: ['5.1'],
    level: 'should',
    phase: 'last',
    profile: 'exhaustive',
    about: `Each endpoint is asked with the key in the query only (as api_key, key and access_token at once). Any 4xx passes; being let in warns. Only the exhaustive profile asks, because the key then stands in access logs. ${PACED}`,
    async run(context) {
      // One after the other: they are without the right key.
      await context.verifyInTurn(
        ALL.map(
          (endpoint) => async (ask) =>
            besideItself(endpoint, taken(await keyInQuery(ask, context.model, endpoint), 'query')),
        ),
        refusedForItsForm,
      );
    },
  },
  {
    id: 'auth/key-never-returned',
    title: 'No response of the run holds the key, in plain or in a usual encoding',
    clauses: ['5.2'],
    level: 'should',
    phase: 'last',
    profile: 'standard',
    about:
      'Looks at every response of the run, headers and bodies, for the keys in plain, Base64, URL-encoded, JSON-escaped, hexadecimal and reversed form. Each kind of exchange that holds one warns.',
    async run(context) {
      // Refusals are the likeliest place for an echo: all of them come first.
      const groups = await gathered<Probed<string>>([
        ...ALL.map((endpoint) => unkeyed(context, endpoint)),
        ...ALL.map((endpoint) => otherForms(context, context, endpoint)),
      ]);
      const seen = groups.flatMap((g) => [...g.replies.values(), g.control]);
      context.report(...leaksOf(context.leaks()));
      const answers = seen.filter((reply): reply is Exchange => !(reply instanceof Inconclusive));
      if (answers.length === 0) throw new Inconclusive('no refusal could be looked at');
      context.held(...answers);
    },
  },
  {
    id: 'auth/usage-refusal-status',
    harm: 'form',
    title: 'The status with which usage endpoints refuse a missing key',
    clauses: ['4.5', '7'],
    level: 'open',
    phase: 'last',
    about: 'Records the number: the contract names the outcome (Authentication Fails) and not its status.',
    async run(context) {
      for (const endpoint of USAGE) {
        const { probe } = taken(await unkeyed(context, endpoint), 'none');
        context.observe(`${endpoint}-without-key`, String(status(probe)), probe);
      }
    },
  },
  {
    id: 'auth/lower-case-bearer',
    harm: 'form',
    title: 'Whether the scheme may be written in lower case',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'HTTP compares schemes without regard to case, and the contract writes "Bearer": either answer is recorded.',
    async run(context) {
      const { probe } = taken(await otherForms(context, context, 'summary'), 'lower-case');
      context.observe('lower-case-bearer', String(status(probe)), probe);
    },
  },
  {
    id: 'auth/key-or-parameters-first',
    harm: 'form',
    title: 'Which comes first, the key or the parameters, when both are wrong',
    clauses: ['7.1', '7.3'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'A completion whose temperature is out of bounds is sent with a key without a scheme. 401 says that keys are looked at first, 422 that parameters are.',
    async run(context) {
      const { probe } = taken(await otherForms(context, context, 'completion'), 'flawed');
      const order = { 401: 'key', 422: 'parameters' }[status(probe) ?? 0] ?? `answers ${status(probe)}`;
      context.observe('looked-at-first', order, probe);
    },
  },
  {
    id: 'auth/www-authenticate',
    harm: 'form',
    title: 'Whether a 401 names the scheme to use',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    about: 'Records the scheme in the WWW-Authenticate header of a refusal.',
    async run(context) {
      const { probe } = taken(await unkeyed(context, 'completion'), 'none');
      const scheme = header(probe, 'www-authenticate')?.match(/^[A-Za-z0-9-]{1,32}/)?.[0];
      context.observe('www-authenticate', scheme ?? 'absent', probe);
    },
  },
];
