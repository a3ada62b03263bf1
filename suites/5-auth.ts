import { ENDPOINTS, type Endpoint } from '../src/auth/endpoints.ts';
import { inOtherForms, keyInQuery, type Lack, status, taken, withoutKey } from '../src/auth/probes.ts';
import { gathered } from '../src/evidence/gather.ts';
import {
  isErrorStream,
  type Refusal,
  refusedBeforeTheStream,
  refusedByUsage,
  refusedForItsForm,
  refusedWith401,
} from '../src/judge/auth.ts';
import { leaksOf } from '../src/judge/leaks.ts';
import { showsUsage, unlikeItself } from '../src/judge/usage-endpoint.ts';
import { type Check, Inconclusive, type Requester } from '../src/vocabulary/check.ts';
import { type Exchange, header } from '../src/vocabulary/exchange.ts';
import { besideGood } from './auth/beside-good.ts';

const USAGE = ['stats', 'summary', 'export'] as const;
const ALL = Object.keys(ENDPOINTS) as Endpoint[];

const LACKING = {
  none: { slug: 'no-key', words: 'without an Authorization header' },
  unknown: { slug: 'unknown-key', words: 'with an unknown key' },
  'unknown-streamed': { slug: 'unknown-key-streamed', words: 'for a stream with an unknown key' },
  empty: { slug: 'empty-bearer', words: 'with an empty bearer' },
} as const satisfies Record<Lack, { slug: string; words: string }>;
const LACKS = Object.keys(LACKING) as Lack[];
const ANYWHERE = LACKS.filter((lack) => lack !== 'unknown-streamed');

/**
 * What an endpoint that does not answer as itself says to a wrong key tells nothing of keys: that it does not is told
 * where its path is judged. Usage that is shown is shown.
 */
function besideItself(endpoint: Endpoint, refusal: Refusal): Refusal {
  const { probe, control } = refusal;
  if (endpoint === 'completion' || showsUsage(endpoint, probe)) return refusal;
  const unlike = unlikeItself(endpoint, control);
  if (unlike === undefined) return refusal;
  const message = `the ${endpoint} do not answer as themselves to the right key (${unlike})`;
  throw new Inconclusive(message, [control, probe], `path/${endpoint}`);
}

const PACED =
  'These probes come last, one after the other, and the right key follows them: when it is refused too, or a 429 stays, nothing is said.';

const onCompletions = LACKS.map(
  (lack): Check => ({
    id: `auth/completion-${LACKING[lack].slug}`,
    title: `A completion request ${LACKING[lack].words} is refused with 401`,
    clauses: ['5.4', '7.1'],
    level: 'must',
    phase: 'last',
    about: `A valid completion request is sent ${LACKING[lack].words}. 401 passes, and any other answer fails. ${PACED}`,
    async run(context) {
      await context.verify(async (ask) => {
        const refusal = taken(await withoutKey(context, ask, 'completion'), lack);
        if (isErrorStream(refusal.probe)) {
          const blockedBy = 'auth/completion-stream-refused';
          throw new Inconclusive('refused inside an event stream', [refusal.probe], blockedBy);
        }
        return besideGood(context, ask, refusal);
      }, refusedWith401);
    },
  }),
);

const onUsage = USAGE.flatMap((endpoint) =>
  ANYWHERE.map(
    (lack): Check => ({
      id: `auth/${endpoint}-${LACKING[lack].slug}`,
      title: `A request for the usage ${endpoint} ${LACKING[lack].words} is refused with 401 or 403`,
      clauses: ['5.4', '4.5'],
      level: 'must',
      phase: 'last',
      about: `A request for the usage ${endpoint} is sent ${LACKING[lack].words}. 401 and 403 pass, another 4xx warns, and anything else fails. ${PACED}`,
      async run(context) {
        await context.verify(
          async (ask) => besideItself(endpoint, taken(await withoutKey(context, ask, endpoint), lack)),
          refusedByUsage,
        );
      },
    }),
  ),
);

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
        const refusal = besideItself(endpoint, taken(await inOtherForms(context, ask, endpoint), 'basic'));
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
        const refusal = besideItself(endpoint, taken(await inOtherForms(context, ask, endpoint), 'bare'));
        return endpoint === 'completion' ? besideGood(context, ask, refusal) : refusal;
      }, refusedForItsForm);
    },
  }),
);

/** Section 5: who is let in. */
export const checks: readonly Check[] = [
  ...onCompletions,
  {
    id: 'auth/completion-stream-refused',
    title: 'A streamed request without a valid key is refused by its status, and not by an event',
    clauses: ['7.1', '6'],
    level: 'must',
    phase: 'last',
    about: `Completions with stream: true are asked for with an empty bearer and with an unknown key. An event stream that tells of the error fails; any refusal by status passes here, and its number is judged by auth/completion-empty-bearer and auth/completion-unknown-key-streamed. ${PACED}`,
    async run(context) {
      const items = (['empty', 'unknown-streamed'] as const).map((lack) => async (ask: Requester) => {
        const refusal = taken(await withoutKey(context, ask, 'completion'), lack);
        if (refusedWith401(refusal).some((f) => f.as === undefined) && !isErrorStream(refusal.probe)) {
          const { slug, words } = LACKING[lack];
          const blockedBy = `auth/completion-${slug}` as const;
          throw new Inconclusive(`not refused with 401 ${words}`, [refusal.probe], blockedBy);
        }
        return refusal;
      });
      await context.verifyEach(items, refusedBeforeTheStream);
    },
  },
  ...onUsage,
  ...inBasic,
  ...bare,
  {
    id: 'auth/key-in-query',
    title: 'The right key in the query, without an Authorization header, opens nothing',
    clauses: ['5.1'],
    level: 'should',
    phase: 'last',
    profile: 'exhaustive',
    about: `The summary is asked for with the key in the query only (as api_key, key and access_token at once). Any 4xx passes; being let in warns. Only the exhaustive profile asks, because the key then stands in access logs. ${PACED}`,
    async run(context) {
      await context.verify(
        async (ask) => besideItself('summary', taken(await keyInQuery(ask), 'query')),
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
      const groups = await gathered<Awaited<ReturnType<typeof withoutKey> | ReturnType<typeof inOtherForms>>>(
        [
          ...ALL.map((endpoint) => withoutKey(context, context, endpoint)),
          ...ALL.map((endpoint) => inOtherForms(context, context, endpoint)),
        ],
      );
      const seen = groups.flatMap((g) => [...g.replies.values(), g.control]);
      context.report(...leaksOf(context.leaks()));
      const answers = seen.filter((reply): reply is Exchange => !(reply instanceof Inconclusive));
      if (answers.length === 0) throw new Inconclusive('no refusal could be looked at');
      context.held(...answers);
    },
  },
  {
    id: 'auth/usage-refusal-status',
    title: 'The status with which usage endpoints refuse a missing key',
    clauses: ['4.5', '7'],
    level: 'open',
    phase: 'last',
    about: 'Records the number: the contract names the outcome (Authentication Fails) and not its status.',
    async run(context) {
      for (const endpoint of USAGE) {
        const { probe } = taken(await withoutKey(context, context, endpoint), 'none');
        context.observe(`${endpoint}-without-key`, String(status(probe)), probe);
      }
    },
  },
  {
    id: 'auth/lower-case-bearer',
    title: 'Whether the scheme may be written in lower case',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'HTTP compares schemes without regard to case, and the contract writes "Bearer": either answer is recorded.',
    async run(context) {
      const { probe } = taken(await inOtherForms(context, context, 'summary'), 'lower-case');
      context.observe('lower-case-bearer', String(status(probe)), probe);
    },
  },
  {
    id: 'auth/key-or-parameters-first',
    title: 'Which comes first, the key or the parameters, when both are wrong',
    clauses: ['7.1', '7.3'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about:
      'A completion whose temperature is out of bounds is sent with a key without a scheme. 401 says that keys are looked at first, 422 that parameters are.',
    async run(context) {
      const { probe } = taken(await inOtherForms(context, context, 'completion'), 'flawed');
      const order = { 401: 'key', 422: 'parameters' }[status(probe) ?? 0] ?? `answers ${status(probe)}`;
      context.observe('looked-at-first', order, probe);
    },
  },
  {
    id: 'auth/www-authenticate',
    title: 'Whether a 401 names the scheme to use',
    clauses: ['5.1'],
    level: 'open',
    phase: 'last',
    about: 'Records the scheme in the WWW-Authenticate header of a refusal.',
    async run(context) {
      const { probe } = taken(await withoutKey(context, context, 'completion'), 'none');
      const scheme = header(probe, 'www-authenticate')?.match(/^[A-Za-z0-9-]{1,32}/)?.[0];
      context.observe('www-authenticate', scheme ?? 'absent', probe);
    },
  },
];
