import { ENDPOINTS, type Endpoint } from '../src/auth/endpoints.ts';
import { type ProbeReplies, replyOf, status, turnsOf } from '../src/auth/lockout-safe-probing.ts';
import { inOtherForms, keyInQuery } from '../src/auth/probes.ts';
import { withoutKey } from '../src/auth/without-key.ts';
import { refusedForItsForm } from '../src/judge/auth.ts';
import { leaksOf } from '../src/judge/leaks.ts';
import type { Baseline, Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { type Exchange, header } from '../src/vocabulary/exchange.ts';
import { gathered, Inconclusive } from '../src/vocabulary/undecidable.ts';
import { featureRichUsage, plainRequestWithDates } from './auth/feature-rich-usage.ts';
import { inconclusiveIfOtherService, PROBED_ONE_AT_A_TIME } from './auth/inconclusive-if-other-service.ts';
import { inconclusiveIfValidFails } from './auth/inconclusive-if-valid-fails.ts';
import { missingCredentialsOnCompletions, missingCredentialsOnUsage } from './auth/missing-credentials.ts';

const USAGE = ['stats', 'summary', 'export'] as const;
const ALL = Object.keys(ENDPOINTS) as Endpoint[];

/** The response of an endpoint without a valid key. */
async function unkeyed(context: CheckContext, endpoint: Endpoint) {
  const featureRich = endpoint === 'completion' ? undefined : await featureRichUsage(context, endpoint);
  return withoutKey(context, context, endpoint, featureRich);
}

/** The response of an endpoint to the valid key in other forms, with its own successful request. */
async function otherForms(context: CheckContext, ask: Requester, endpoint: Endpoint) {
  const plain = endpoint === 'completion' ? undefined : await plainRequestWithDates(context, endpoint);
  return inOtherForms(context, ask, endpoint, plain);
}

/** Forms of the valid key that section 5.1 does not define. */
const OTHER_FORMS = [
  {
    form: 'basic',
    slug: 'basic',
    words: 'as Basic credentials',
    sent: (endpoint: Endpoint) => `the valid key to the ${endpoint} endpoint in the Basic scheme`,
  },
  {
    form: 'bare',
    slug: 'bare-key',
    words: 'without a scheme',
    sent: () => 'an Authorization header with the valid key and without "Bearer"',
  },
] as const;

const inOtherForm = OTHER_FORMS.flatMap(({ form, slug, words, sent }) =>
  ALL.map(
    (endpoint): Check => ({
      id: `auth/${endpoint}-${slug}`,
      title: `The ${endpoint} endpoint rejects the valid key ${words}`,
      clauses: ['5.1'],
      level: 'should',
      phase: 'last',
      profile: 'standard',
      about: `Sends ${sent(endpoint)}. Passes on any 4xx. Warns on acceptance. ${PROBED_ONE_AT_A_TIME}`,
      async run(context) {
        await context.verify(async (ask) => {
          const refusal = inconclusiveIfOtherService(
            endpoint,
            replyOf(await otherForms(context, ask, endpoint), form),
          );
          return endpoint === 'completion' ? inconclusiveIfValidFails(context, ask, refusal) : refusal;
        }, refusedForItsForm);
      },
    }),
  ),
);

/** Whether the valid key is accepted before any other key is sent. It is read early, so that nothing waits for it. */
const OPEN: Baseline = { phase: 'accounting', read: turnsOf };

const askedInTurn = [...missingCredentialsOnCompletions, ...missingCredentialsOnUsage, ...inOtherForm];

/** Section 5: access. */
export const checks: readonly Check[] = [
  ...askedInTurn.map((check): Check => ({ ...check, baselines: [OPEN] })),
  {
    id: 'auth/key-in-query',
    title: 'The valid key in the query string is rejected',
    clauses: ['5.1'],
    level: 'should',
    phase: 'last',
    profile: 'exhaustive',
    about: `Requests each endpoint with the key in the query string only, as api_key, key and access_token. Passes on any 4xx. Warns on acceptance. Runs in the exhaustive profile only, because access logs then contain the key. ${PROBED_ONE_AT_A_TIME}`,
    async run(context) {
      // Sequential, because they lack the valid key.
      await context.verifyInTurn(
        ALL.map(
          (endpoint) => async (ask) =>
            inconclusiveIfOtherService(
              endpoint,
              replyOf(await keyInQuery(ask, context.model, endpoint), 'query'),
            ),
        ),
        refusedForItsForm,
      );
    },
  },
  {
    id: 'auth/key-never-returned',
    title: 'No response contains an API key',
    clauses: ['5.2'],
    level: 'should',
    phase: 'after',
    profile: 'standard',
    about:
      'Searches the headers and bodies of all responses for the keys: plain, Base64, URL-encoded, JSON-escaped, hexadecimal and reversed. Warns once for each kind of exchange with a key.',
    async run(context) {
      // Errors are the likeliest place for an echo: all of them come first.
      const groups = await gathered<ProbeReplies<string>>([
        ...ALL.map((endpoint) => unkeyed(context, endpoint)),
        ...ALL.map((endpoint) => otherForms(context, context, endpoint)),
      ]);
      const seen = groups.flatMap((g) => [...g.replies.values(), g.control]);
      context.report(...leaksOf(context.leaks()));
      const answers = seen.filter((reply): reply is Exchange => !(reply instanceof Inconclusive));
      if (answers.length === 0) return new Inconclusive('no rejection to search');
      context.held(...answers);
      return undefined;
    },
  },
  {
    id: 'auth/usage-refusal-status',
    harm: 'form',
    title: 'Status of usage endpoints for a missing key',
    clauses: ['4.5', '7'],
    level: 'open',
    phase: 'last',
    about: 'Records the status. The contract names the outcome (Authentication Fails) and not its status.',
    async run(context) {
      for (const endpoint of USAGE) {
        const { probe } = replyOf(await unkeyed(context, endpoint), 'none');
        context.observe(`${endpoint}-without-key`, String(status(probe)), probe);
      }
    },
  },
  {
    id: 'auth/lower-case-bearer',
    harm: 'form',
    title: 'Scheme "bearer" in lower case',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'Records whether the service accepts it. HTTP ignores the case of a scheme; the contract writes "Bearer".',
    async run(context) {
      const { probe } = replyOf(await otherForms(context, context, 'summary'), 'lower-case');
      context.observe('lower-case-bearer', String(status(probe)), probe);
    },
  },
  {
    id: 'auth/key-or-parameters-first',
    harm: 'form',
    title: 'Order of validation: key or parameters',
    clauses: ['7.1', '7.3'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'Sends a temperature out of bounds with a key without a scheme. Records the status: 401 means that the key is checked first, 422 that the parameters are.',
    async run(context) {
      const { probe } = replyOf(await otherForms(context, context, 'completion'), 'flawed');
      const order = { 401: 'key', 422: 'parameters' }[status(probe) ?? 0] ?? `answers ${status(probe)}`;
      context.observe('looked-at-first', order, probe);
    },
  },
  {
    id: 'auth/www-authenticate',
    harm: 'form',
    title: 'Scheme in the WWW-Authenticate header of a 401',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    about: 'Records the scheme in the WWW-Authenticate header of a rejection.',
    async run(context) {
      const { probe } = replyOf(await unkeyed(context, 'completion'), 'none');
      const scheme = header(probe, 'www-authenticate')?.match(/^[A-Za-z0-9-]{1,32}/)?.[0];
      context.observe('www-authenticate', scheme ?? 'absent', probe);
    },
  },
];
