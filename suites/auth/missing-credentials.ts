import { replyOf } from '../../src/auth/lockout-safe-probing.ts';
import { type Lack, withoutKey } from '../../src/auth/without-key.ts';
import {
  isErrorStream,
  type Refusal,
  refusedBeforeTheStream,
  refusedByUsage,
  refusedWith401,
  refusedWithUsualStatus,
} from '../../src/judge/auth.ts';
import { USAGE_ENDPOINTS, type UsageEndpoint } from '../../src/usage/endpoints.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import { saysTooFast } from '../../src/vocabulary/limit-words.ts';
import { Inconclusive, skipped, type Undecidable } from '../../src/vocabulary/undecidable.ts';
import { featureRichUsage } from './feature-rich-usage.ts';
import { inconclusiveIfOtherService, PROBED_ONE_AT_A_TIME } from './inconclusive-if-other-service.ts';
import { inconclusiveIfValidFails } from './inconclusive-if-valid-fails.ts';

const grantedKey = (endpoint: string, lack: string) =>
  answerKey<Exchange>(`auth/granted ${endpoint} ${lack}`);

/** The ways of lacking a key, each with its feature-rich requests. */
const LACKING = {
  none: {
    slug: 'no-key',
    words: 'without an Authorization header',
    featureRich: ['none-fuller', 'none-thinking'],
  },
  unknown: { slug: 'unknown-key', words: 'with an unknown key', featureRich: ['unknown-fuller'] },
  'unknown-streamed': {
    slug: 'unknown-key-streamed',
    words: 'for a stream with an unknown key',
    featureRich: [],
  },
  empty: { slug: 'empty-bearer', words: 'with an empty bearer token', featureRich: ['empty-fuller'] },
} as const satisfies Record<string, { slug: string; words: string; featureRich: readonly Lack[] }>;
type Way = keyof typeof LACKING;
const WAYS = Object.keys(LACKING) as Way[];
const ANYWHERE = WAYS.filter((way) => way !== 'unknown-streamed');

/** The requests to the completion endpoint in addition to the minimal one. */
const MORE: Partial<Record<Way, string>> = {
  'unknown-streamed': ' and without a prefix such as sk-',
  none: ': once minimal, once as the most complex stream of the run, and once for the reasoning model if there is one',
  unknown:
    ': once minimal, and once as the most complex request of the run, for the reasoning model if there is one',
};

/** The requests to the usage endpoints in addition to the minimal one. */
const ASKED: Partial<Record<Way, string>> = {
  none: ': once without parameters and once with all known parameters, as a spreadsheet sends it (Accept: text/csv)',
  unknown: ', with dates where their names are known (Accept: application/json)',
  empty: ', with dates where their names are known (Accept: application/json)',
};

type Asked = (ask: Requester) => Promise<Refusal>;

/**
 * The requests in a way of lacking a key: the minimal one, and feature-rich ones. Of those only an acceptance, or a
 * correct rejection, is conclusive, unless `granted` shows that the valid key is not rejected.
 */
function bothOf(
  way: Way,
  of: (ask: Requester, lack: Lack) => Promise<Refusal | undefined>,
  granted: (ask: Requester, lack: Lack) => Promise<boolean> = async () => false,
): Asked[] {
  const { featureRich } = LACKING[way];
  return [way, ...featureRich].map((lack: Lack) => async (ask) => {
    const refusal = await of(ask, lack);
    if (refusal === undefined) throw skipped('this run has no such request');
    const { probe } = refusal;
    const status = probe.response?.status ?? 0;
    const telling = lack === way || isSuccess(probe) || status === 401 || status === 403;
    if (telling || (await granted(ask, lack))) return refusal;
    throw skipped(`a more complex request got status ${status}`, [probe]);
  });
}

async function onCompletion(context: CheckContext, ask: Requester, lack: Lack) {
  const probed = await withoutKey(context, ask, 'completion');
  if (!probed.replies.has(lack)) return undefined;
  const refusal = replyOf(probed, lack);
  // A special rejection of feature-rich requests says nothing, whoever sends them.
  const isPlain = WAYS.some((way) => way === lack);
  if (!isErrorStream(refusal.probe))
    return isPlain ? inconclusiveIfValidFails(context, ask, refusal) : refusal;
  throw new Inconclusive(
    'the rejection came in an event stream',
    [refusal.probe],
    'auth/completion-stream-refused',
  );
}

/** The completion endpoint without a valid key. */
export const missingCredentialsOnCompletions: readonly Check[] = [
  ...WAYS.map(
    (way): Check => ({
      id: `auth/completion-${LACKING[way].slug}`,
      title: `A completion request ${LACKING[way].words} is rejected with 401`,
      clauses: ['5.4', '7.1'],
      level: 'must',
      phase: 'last',
      meetsLockOuts: true,
      about: `Sends a valid completion request ${LACKING[way].words}${MORE[way] ?? ''}. Passes on 401. Fails on any other answer. ${PROBED_ONE_AT_A_TIME}`,
      run: (context) =>
        context.verifyEach(
          bothOf(way, (ask, lack) => onCompletion(context, ask, lack)),
          refusedWith401,
        ),
    }),
  ),
  {
    id: 'auth/completion-stream-refused',
    title: 'A streamed request without a valid key is rejected before the stream',
    clauses: ['7.1', '6'],
    level: 'must',
    phase: 'last',
    about: `Sends streamed requests with an empty bearer token and with an unknown key. Passes on any rejection by status; auth/completion-empty-bearer and auth/completion-unknown-key-streamed judge the status. Fails on an event stream that reports the error. ${PROBED_ONE_AT_A_TIME}`,
    async run(context) {
      const items = (['empty', 'unknown-streamed'] as const).map((way) => async (ask: Requester) => {
        const refusal = replyOf(await withoutKey(context, ask, 'completion'), way);
        if (refusedWith401(refusal).some((f) => f.as !== 'warn') && !isErrorStream(refusal.probe)) {
          const { slug, words } = LACKING[way];
          const blockedBy = `auth/completion-${slug}` as const;
          return new Inconclusive(`no status 401 ${words}`, [refusal.probe], blockedBy);
        }
        return refusal;
      });
      await context.verifyEach(items, refusedBeforeTheStream);
    },
  },
];

async function onUsage(context: CheckContext, ask: Requester, endpoint: UsageEndpoint, lack: Lack) {
  const probed = await withoutKey(context, ask, endpoint, await featureRichUsage(context, endpoint));
  return probed.replies.has(lack) ? inconclusiveIfOtherService(endpoint, replyOf(probed, lack)) : undefined;
}

/** Whether the right key is granted the feature-rich request, which costs nothing. */
async function grantedUsage(context: CheckContext, ask: Requester, endpoint: UsageEndpoint, lack: Lack) {
  const { keyless, unknown } = await featureRichUsage(context, endpoint);
  const spec = lack === 'none-fuller' ? keyless : unknown;
  if (spec === undefined) return false;
  return isSuccess(await ask.shared(grantedKey(endpoint, lack), (own) => own.send(spec)));
}

/** The requests to a usage endpoint in a way of lacking a key. */
function allOf(context: CheckContext, endpoint: UsageEndpoint, way: Way): Asked[] {
  return bothOf(
    way,
    (ask, lack) => onUsage(context, ask, endpoint, lack),
    (ask, lack) => grantedUsage(context, ask, endpoint, lack),
  );
}

/** The rejections among the responses of the usage endpoints without a valid key: no extra requests are sent. */
async function usageRefusals(context: CheckContext, ask: Requester): Promise<Refusal[] | Undecidable> {
  const all = USAGE_ENDPOINTS.flatMap((endpoint) =>
    ANYWHERE.flatMap((way) => allOf(context, endpoint, way).map((asked) => asked(ask))),
  );
  const settled = await Promise.allSettled(all);
  const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refusals = found.filter(({ probe, control }) => {
    const status = probe.response?.status ?? 0;
    // A rejection that mentions a limit may have another cause, unless its status is decisive.
    const isOfKey = [401, 403].includes(status) || !saysTooFast(probe);
    return status >= 400 && status < 500 && isSuccess(control) && isOfKey;
  });
  const undecided = settled.find((one) => one.status === 'rejected');
  if (found.length === 0 && undecided) throw undecided.reason;
  if (refusals.length > 0) return refusals;
  const why = 'no usage endpoint rejected a request without a valid key with a 4xx';
  return new Inconclusive(why, [], 'auth/stats-no-key');
}

const usageRefusalNumber: Check = {
  id: 'auth/usage-refused-as-usual',
  harm: 'form',
  title: 'Usage endpoints reject a missing or invalid key with 401 or 403',
  clauses: ['5.4', '4.5'],
  level: 'should',
  phase: 'last',
  about: `Reads the rejections that other checks got, and sends nothing. Passes on 401 and 403. Warns once on another 4xx: the contract does not name the status. ${PROBED_ONE_AT_A_TIME}`,
  run: (context) => context.verify((ask) => usageRefusals(context, ask), refusedWithUsualStatus),
};

/** The usage endpoints without a valid key. */
export const missingCredentialsOnUsage: readonly Check[] = [
  ...USAGE_ENDPOINTS.flatMap((endpoint) => ANYWHERE.map((way) => missingCredentialsOn(endpoint, way))),
  usageRefusalNumber,
];

function missingCredentialsOn(endpoint: UsageEndpoint, way: (typeof ANYWHERE)[number]): Check {
  return {
    id: `auth/${endpoint}-${LACKING[way].slug}`,
    title: `${endpoint === 'export' ? 'An' : 'A'} ${endpoint} request ${LACKING[way].words} is rejected`,
    clauses: ['5.4', '4.5'],
    level: 'must',
    phase: 'last',
    about: `Sends ${endpoint === 'export' ? 'an' : 'a'} ${endpoint} request ${LACKING[way].words}${ASKED[way] ?? ''}. Passes on any 4xx, since the contract does not name the status. Fails on any other answer, and on a rejection whose body contains usage. ${PROBED_ONE_AT_A_TIME}`,
    run: (context) => context.verifyEach(allOf(context, endpoint, way), refusedByUsage),
  };
}
