import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { type Endpoint, goodRequest, refusable } from './endpoints.ts';
import { type FeatureRichRequests, featureRichCompletions } from './feature-rich-requests.ts';
import { type ProbeReplies, probeInTurn, type Reply, reply, status } from './lockout-safe-probing.ts';
import { rightKeyBefore } from './made-keys.ts';
import { paced, rightKeyOnCompletion } from './probes.ts';

/** The first check that sends one. */
const NEAR_MISS = 'auth/completion-altered-key';

/** An invented key of a usual shape, not derived from any key of the user. */
const UNKNOWN_KEY = 'sk-4f9a1c7be2d85036a1e94b7c0d3f6a8251be';
/** The same without a vendor prefix, since a gateway may reject keys with a foreign prefix. */
const FOREIGN_KEY = '9d41c6e07b2f48a5b3d8e1f2064c7a95';

/** The ways of lacking a valid key (5.4). */
export type Lack =
  | 'none'
  | 'none-fuller'
  | 'none-thinking'
  | 'unknown'
  | 'unknown-fuller'
  | 'unknown-streamed'
  | 'empty'
  | 'empty-fuller';

const NONE = { credential: 'none' } as const;
const UNKNOWN = { credential: 'none', authorization: `Bearer ${UNKNOWN_KEY}` } as const;
const FOREIGN = { credential: 'none', authorization: `Bearer ${FOREIGN_KEY}` } as const;
const EMPTY = { credential: 'none', authorization: 'Bearer ' } as const;

const LACKS: Readonly<Record<Lack, Partial<RequestSpec>>> = {
  none: NONE,
  'none-fuller': NONE,
  'none-thinking': NONE,
  unknown: UNKNOWN,
  'unknown-fuller': UNKNOWN,
  'unknown-streamed': FOREIGN,
  empty: EMPTY,
  'empty-fuller': EMPTY,
};

const WORDS: Readonly<Record<Lack, string>> = {
  none: 'without an Authorization header',
  'none-fuller': 'without an Authorization header, most complex request',
  'none-thinking': 'without an Authorization header, reasoning model',
  unknown: 'with an unknown key',
  'unknown-fuller': 'with an unknown key, most complex request',
  'unknown-streamed': 'with an unknown key of another format, streamed',
  empty: 'with an empty bearer',
  'empty-fuller': 'with an empty bearer, most complex request',
};

/**
 * Sends requests without a valid key to an endpoint, in each way. `given` are usage requests with parameters: if
 * there are any, only the request without any key is also sent without parameters. All probes together stay within
 * twenty.
 */
export async function withoutKey(
  context: CheckContext,
  ask: Requester,
  endpoint: Endpoint,
  given?: FeatureRichRequests,
): Promise<ProbeReplies<Lack>> {
  const featureRich = given ?? (endpoint === 'completion' ? await featureRichCompletions(context) : {});
  const name = `auth/without-key/${endpoint}`;
  const specs =
    endpoint === 'completion' ? ofCompletions(context, featureRich) : ofUsage(endpoint, featureRich);
  const lacks = (Object.keys(specs) as Lack[]).filter((lack) => specs[lack] !== undefined);
  // A key that was valid on a connection may authorize everything on that connection. One probe of each group tests
  // this. When a violation is repeated, any probe can test it, since the valid key was used on shared connections
  // too.
  const [unknown] = lacks.filter((lack) => lack.startsWith('unknown'));
  const isOnUsed = (lack: Lack) => ask.round === 2 || lack === unknown;
  const connection = (lack: Lack) => (isOnUsed(lack) ? { connection: `${name}/${lack}` } : {});
  // A usage request is free, whichever bodies are accepted and whatever is checked before keys.
  const good = featureRich.plain ?? goodRequest(endpoint, context.model);
  const rightKey = endpoint === 'completion' ? goodRequest('summary', context.model) : good;
  const before = {
    ...rightKey,
    label: `${endpoint === 'completion' ? 'summary' : endpoint} with the valid key, before an invalid one on its connection`,
  };
  const prepare = (own: Requester) =>
    Promise.all(
      lacks
        .filter(isOnUsed)
        .map((lack) =>
          own.shared(answerKey<Reply>(`${name}/${lack}/before`), (one) =>
            reply(one, { ...before, ...connection(lack) }),
          ),
        ),
    );
  return probeInTurn(context, ask, { name, batch: 'auth/without-key', prepare }, async (own) => {
    const lacking = (lack: Lack) => refusable(specs[lack]!, `${endpoint} ${WORDS[lack]}`, LACKS[lack]);
    const replies = await paced(context, own, name, lacks, (lack) => ({
      ...lacking(lack),
      ...connection(lack),
    }));
    const letIn = lacks.filter((lack) => isLetIn(replies.get(lack)!));
    // A service that accepts all of them on any connection does not authorize by connection.
    const open = own.round === 1 && letIn.length === lacks.length ? [] : letIn.filter(isOnUsed);
    const again = (some: readonly Lack[]) =>
      paced(context, own, `${name}/apart`, some, (lack) => ({
        ...lacking(lack),
        connection: `${name}/${lack}/apart`,
      }));
    // One request shows whether the connection matters. If it is accepted too, the others would cost as much again.
    const first = await again(open.slice(0, 1));
    const isTheConnection = [...first.values()].some((of) => !isLetIn(of));
    const apart = new Map([...first, ...(isTheConnection ? await again(open.slice(1)) : [])]);
    const control = async () => {
      // Near-miss keys come next: the right key that goes before them need not wait for this answer.
      const isNext = endpoint === 'completion' && own.round === 1 && context.selected(NEAR_MISS);
      const [answer] = await Promise.all([
        rightKeyAfterwards(own, good, context.model),
        isNext && rightKeyBefore(context, context),
      ]);
      return answer;
    };
    return { replies, apart, control };
  });
}

/** The response of the valid key: to a free completion if the budget is used up. */
async function rightKeyAfterwards(own: Requester, good: RequestSpec, model: string): Promise<Reply> {
  const answer = await reply(own, good);
  if (!good.billable || !(answer instanceof Inconclusive)) return answer;
  return rightKeyOnCompletion(
    own,
    model,
    'an invalid completion with the valid key, after requests without one',
  );
}

const isLetIn = (of: Reply) => (status(of) ?? 0) >= 200 && (status(of) ?? 0) < 300;

type Specs = Partial<Record<Lack, RequestSpec | undefined>>;

function ofCompletions({ model }: CheckContext, featureRich: FeatureRichRequests): Specs {
  const streamed = goodRequest('completion', model, { stream: true });
  const plain = goodRequest('completion', model);
  return {
    none: plain,
    'none-fuller': featureRich.keyless,
    'none-thinking': featureRich.thinking,
    unknown: plain,
    'unknown-fuller': featureRich.unknown,
    'unknown-streamed': streamed,
    empty: streamed,
  };
}

function ofUsage(
  endpoint: Endpoint,
  { keyless, unknown, plain = goodRequest(endpoint, '') }: FeatureRichRequests,
): Specs {
  return {
    none: plain,
    'none-fuller': keyless,
    ...(unknown ? { 'unknown-fuller': unknown, 'empty-fuller': unknown } : { unknown: plain, empty: plain }),
  };
}
