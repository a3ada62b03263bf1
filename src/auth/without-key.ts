import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { type Endpoint, goodRequest, refusable } from './endpoints.ts';
import { type Fuller, fullerCompletions } from './fuller.ts';
import { rightKeyBefore } from './made-keys.ts';
import { paced, rightKeyOnCompletion } from './probes.ts';
import { type Reply, reply, status } from './reply.ts';
import { inTurn, type Probed } from './turns.ts';

/** The first check that sends one. */
const NEAR_MISS = 'auth/completion-altered-key';

/** Made up, of a usual shape, and not derived from any key of the user's. */
const UNKNOWN_KEY = 'sk-4f9a1c7be2d85036a1e94b7c0d3f6a8251be';
/** The same, and without a beginning that says whose keys these are: such keys may be turned away elsewhere. */
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
 * Asks an endpoint without a valid key, in each way. `given` are requests for usage with parameters: where there are some,
 * only who has no key at all asks without, so that all probes together stay within twenty.
 */
export async function withoutKey(
  context: CheckContext,
  ask: Requester,
  endpoint: Endpoint,
  given?: Fuller,
): Promise<Probed<Lack>> {
  const fuller = given ?? (endpoint === 'completion' ? await fullerCompletions(context) : {});
  const name = `auth/without-key/${endpoint}`;
  const specs = endpoint === 'completion' ? ofCompletions(context, fuller) : ofUsage(endpoint, fuller);
  const lacks = (Object.keys(specs) as Lack[]).filter((lack) => specs[lack] !== undefined);
  // A key that was good on a connection may let in all that comes over it. One of each group finds out; when a breach is
  // repeated, whichever it is, since connections that are shared had been used with the right key as well.
  const [unknown] = lacks.filter((lack) => lack.startsWith('unknown'));
  const isOnUsed = (lack: Lack) => ask.round === 2 || lack === unknown;
  const connection = (lack: Lack) => (isOnUsed(lack) ? { connection: `${name}/${lack}` } : {});
  // A question for usage costs nothing, whatever bodies are taken and whatever is looked at before keys.
  const good = fuller.plain ?? goodRequest(endpoint, context.model);
  const rightKey = endpoint === 'completion' ? goodRequest('summary', context.model) : good;
  const before = {
    ...rightKey,
    label: `${endpoint} with the valid key, before an invalid one on its connection`,
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
  return inTurn(context, ask, { name, batch: 'auth/without-key', prepare }, async (own) => {
    const lacking = (lack: Lack) => refusable(specs[lack]!, `${endpoint} ${WORDS[lack]}`, LACKS[lack]);
    const replies = await paced(context, own, name, lacks, (lack) => ({
      ...lacking(lack),
      ...connection(lack),
    }));
    const letIn = lacks.filter((lack) => isLetIn(replies.get(lack)!));
    // Who lets in all of them, on whatever connection, does not go by connections.
    const open = own.round === 1 && letIn.length === lacks.length ? [] : letIn.filter(isOnUsed);
    const again = (some: readonly Lack[]) =>
      paced(context, own, `${name}/apart`, some, (lack) => ({
        ...lacking(lack),
        connection: `${name}/${lack}/apart`,
      }));
    // One tells whether it is the connection: where it is let in as well, the others would cost as much once more.
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

/** What the right key is answered: where nothing more may be bought, to a completion that costs nothing. */
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

function ofCompletions({ model }: CheckContext, fuller: Fuller): Specs {
  const streamed = goodRequest('completion', model, { stream: true });
  const plain = goodRequest('completion', model);
  return {
    none: plain,
    'none-fuller': fuller.keyless,
    'none-thinking': fuller.thinking,
    unknown: plain,
    'unknown-fuller': fuller.unknown,
    'unknown-streamed': streamed,
    empty: streamed,
  };
}

function ofUsage(endpoint: Endpoint, { keyless, unknown, plain = goodRequest(endpoint, '') }: Fuller): Specs {
  return {
    none: plain,
    'none-fuller': keyless,
    ...(unknown ? { 'unknown-fuller': unknown, 'empty-fuller': unknown } : { unknown: plain, empty: plain }),
  };
}
