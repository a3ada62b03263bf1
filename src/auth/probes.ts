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
import { type ProbeReplies, probeInTurn, waitForPace } from './lockout-safe-probing.ts';
import { lockedOut, type Reply, reply, status } from './reply.ts';

const keyInQueryKey = (endpoint: Endpoint) =>
  answerKey<ProbeReplies<'query'>>(`auth/key-in-query/${endpoint}`);

/*
 * Services lock callers out after a few bad keys. So the probes of one endpoint are asked one after the other, once
 * in the run, and the right key follows them: when it is refused too, the refusals before it say nothing.
 */

/** The right key in a form that 5.1 does not know. */
export type Form = 'basic' | 'bare' | 'lower-case';

/**
 * Which forms are tried where: all together stay within ten. Of two readings of "Basic"
 * each endpoint sees one: a service that looks at no scheme takes the key as it is, one that knows Basic decodes it.
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
 * Sends probes one after the other without waiting for answers, so that a slow service is not asked for minutes; each
 * asks under a name of its own, since any of them may have to be sent again. All wait for one round of what may be paid
 * for, and keep the pace when they are let go.
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
 * Asks an endpoint with the right key in other forms. The bare key goes to the completion endpoint with a flawed body
 * first, which shows whether keys or parameters are looked at earlier (`flawed`), and is asked with a good body only
 * where that shows nothing about the key.
 */
export function inOtherForms(
  context: CheckContext,
  ask: Requester,
  endpoint: Endpoint,
  plain: RequestSpec = goodRequest(endpoint, context.model),
): Promise<ProbeReplies<Form | 'flawed'>> {
  // The key is the right one: as few of these are counted against it as of the others, and they are asked at once.
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
 * Asks an endpoint with the right key in the query only, under the names that services use for it; the control carries the
 * same query beside a proper header.
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
 * What the completion endpoint says to the right key, asked for free. A flaw that is refused as keys are looks like a
 * lock-out: a second one shows whether it is.
 */
export async function rightKeyOnCompletion(
  own: Requester,
  model: string,
  label: string,
  connection?: string,
): Promise<Reply> {
  const on = connection === undefined ? {} : { connection };
  const first = await reply(own, { ...flawedCompletion(model, label), ...on });
  if (!lockedOut(first)) return first;
  const second = await reply(own, { ...otherwiseFlawed(model, `${label}, invalid in another way`), ...on });
  return lockedOut(second) ? first : second;
}

const WORDS: Readonly<Record<Form, string>> = {
  basic: 'the key as Basic credentials',
  bare: 'the key without a scheme',
  'lower-case': 'the scheme in lower case',
};
