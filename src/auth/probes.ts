import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import {
  ENDPOINTS,
  type Endpoint,
  flawedCompletion,
  goodRequest,
  otherwiseFlawed,
  refusable,
} from './endpoints.ts';
import {
  lockedOut,
  type ProbeReplies,
  probeInTurn,
  type Reply,
  reply,
  status,
  waitForPace,
} from './lockout-safe-probing.ts';

const keyInQueryKey = (endpoint: Endpoint) =>
  answerKey<ProbeReplies<'query'>>(`auth/key-in-query/${endpoint}`);

/**
 * Services lock callers out after a few invalid keys. The probes of an endpoint are therefore sent one after the
 * other, once per run, and followed by the valid key. If that is rejected too, the rejections before it prove
 * nothing.
 */

/** The valid key in a form that section 5.1 does not define. */
export type Form = 'basic' | 'bare' | 'lower-case';

/**
 * The forms that each endpoint gets; all together are at most ten. Each endpoint gets one of two readings of
 * "Basic": a service that ignores the scheme accepts the plain key, a service that implements Basic decodes it.
 */
const FORMS: Readonly<Record<Endpoint, readonly (readonly [Form, string])[]>> = {
  completion: [
    ['basic', 'Basic {key}'],
    ['bare', '{key}'],
  ],
  stats: [
    ['basic', 'Basic {key:base64}'],
    ['bare', '{key}'],
  ],
  summary: [
    ['basic', 'Basic {key}'],
    ['lower-case', 'bearer {key}'],
    ['bare', '{key}'],
  ],
  export: [
    ['basic', 'Basic {key:base64}'],
    ['bare', '{key}'],
  ],
};

/**
 * Sends probes one after the other without waiting for responses, so that a slow service does not delay the run for
 * minutes. Each has its own name, since any of them may be sent again. All wait for the same budget round and then
 * keep the pace.
 */
export async function paced<Name extends string>(
  context: CheckContext,
  ask: Requester,
  owner: string,
  names: readonly Name[],
  make: (name: Name) => RequestSpec,
): Promise<Map<Name, Reply>> {
  const turn = () => waitForPace(context, ask);
  const replies = names.map(async (name) => {
    const answer = await ask.shared(answerKey<Reply>(`${owner}/${name}`), (own) =>
      reply(own, { ...make(name), turn }),
    );
    return [name, answer] as const;
  });
  return new Map(await Promise.all(replies));
}

/**
 * Sends the valid key to an endpoint in other forms. The bare key goes to the completion endpoint with a flawed
 * body first, which shows whether keys or parameters are checked first (`flawed`). A valid body follows only if
 * that was not conclusive.
 */
export function inOtherForms(
  context: CheckContext,
  ask: Requester,
  endpoint: Endpoint,
  plain: RequestSpec = goodRequest(endpoint, context.model),
): Promise<ProbeReplies<Form | 'flawed'>> {
  // The key is valid, so these requests count less towards a lock-out than invalid keys do, and are sent at once.
  const turn = { name: `auth/other-forms/${endpoint}`, batch: 'auth/other-forms' };
  return probeInTurn(context, ask, turn, async (own) => {
    const forms = new Map<Form, string>(FORMS[endpoint]);
    const flawless = (form: Form) =>
      refusable(plain, `${endpoint}, ${WORDS[form]}`, {
        authorization: forms.get(form)!,
      });
    const flawed = () =>
      flawedCompletion(context.model, 'a flawed completion, key without a scheme', {
        authorization: forms.get('bare')!,
      });
    const owner = `auth/other-forms/${endpoint}`;
    const names = [...forms.keys()].map((form) =>
      endpoint === 'completion' && form === 'bare' ? 'flawed' : form,
    );
    const replies = await paced<Form | 'flawed'>(context, own, owner, names, (name) =>
      name === 'flawed' ? flawed() : flawless(name),
    );
    const first = replies.get('flawed');
    if (first) replies.set('bare', status(first) === 401 ? first : await reply(own, flawless('bare')));
    const control = async () => {
      if (endpoint !== 'completion') return reply(own, plain);
      return rightKeyOnCompletion(own, context.model, 'a flawed completion with the right key');
    };
    return { replies, control };
  });
}

/**
 * Sends the valid key in the query only, under names that services use for it. The control sends the same query
 * with a correct header.
 */
export function keyInQuery(
  ask: Requester,
  model: string,
  endpoint: Endpoint,
): Promise<ProbeReplies<'query'>> {
  return ask.shared(keyInQueryKey(endpoint), async (own) => {
    const query = ['api_key', 'key', 'access_token'].map((name) => `${name}={key}`).join('&');
    const path = `${ENDPOINTS[endpoint]}?${query}`;
    const spec = { ...goodRequest(endpoint, model), path, label: `${endpoint}, the key in the query` };
    const probe = await reply(own, { ...spec, authorization: null });
    return { replies: new Map([['query', probe] as const]), control: await reply(own, spec) };
  });
}

/**
 * A free request that shows how the completion endpoint treats the valid key. A flaw rejected with the status of an
 * invalid key looks like a lock-out: a second flaw shows whether it is.
 */
export async function rightKeyOnCompletion(
  own: Requester,
  model: string,
  label: string,
  rest: Partial<RequestSpec> = {},
): Promise<Reply> {
  const first = await reply(own, { ...flawedCompletion(model, label), ...rest });
  if (!lockedOut(first)) return first;
  const second = await reply(own, { ...otherwiseFlawed(model, `${label}, invalid in another way`), ...rest });
  return lockedOut(second) ? first : second;
}

const WORDS: Readonly<Record<Form, string>> = {
  basic: 'the key as Basic credentials',
  bare: 'the key without a scheme',
  'lower-case': 'the scheme in lower case',
};
