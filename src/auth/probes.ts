import { type CheckContext, Inconclusive, type Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import {
  ENDPOINTS,
  type Endpoint,
  flawedCompletion,
  goodRequest,
  otherwiseFlawed,
  refusable,
} from './endpoints.ts';

/*
 * Services lock callers out after a few bad keys. So the probes of one endpoint are asked one after the other, once
 * in the run, and the right key follows them: when it is refused too, the refusals before it say nothing.
 */

/** Between two probes of one endpoint. */
export const PACE_MS = 50;

/** An answer, or why none came in the end. */
export type Reply = Exchange | Inconclusive;

/** The right key in a form that 5.1 does not know. */
export type Form = 'basic' | 'bare' | 'lower-case';

export interface Probed<Name extends string> {
  replies: ReadonlyMap<Name, Reply>;
  /** The same request with the right key, sent afterwards. */
  control: Reply;
}

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
 * asks under a name of its own, since any of them may have to be sent again.
 */
export async function paced<Name extends string>(
  context: CheckContext,
  ask: Requester,
  owner: string,
  names: readonly Name[],
  make: (name: Name) => RequestSpec,
): Promise<Map<Name, Reply>> {
  const replies: (readonly [Name, Promise<Reply>])[] = [];
  for (const name of names) {
    replies.push([name, ask.shared(`${owner}/${name}`, (own) => reply(own, make(name)))]);
    await context.clock.sleep(PACE_MS);
  }
  return new Map(await Promise.all(replies.map(async ([name, answer]) => [name, await answer] as const)));
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
): Promise<Probed<Form | 'flawed'>> {
  return inTurn(context, ask, `auth/other-forms/${endpoint}`, async (own) => {
    const forms = new Map<Form, string>(FORMS[endpoint]);
    const flawless = (form: Form) =>
      refusable(goodRequest(endpoint, context.model), `${endpoint}, ${WORDS[form]}`, {
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
    const control =
      endpoint === 'completion'
        ? rightKeyOnCompletion(own, context.model, 'a flawed completion with the right key')
        : reply(own, goodRequest(endpoint, context.model));
    return { replies, control: await control };
  });
}

/**
 * Asks for the summary with the right key in the query only, under the names that services use for it; the control
 * carries the same query beside a proper header.
 */
export function keyInQuery(ask: Requester): Promise<Probed<'query'>> {
  return ask.shared('auth/key-in-query', async (own) => {
    const query = ['api_key', 'key', 'access_token'].map((name) => `${name}={key}`).join('&');
    const spec = {
      method: 'GET',
      path: `${ENDPOINTS.summary}?${query}`,
      label: 'summary, the key in the query',
    };
    const probe = await reply(own, { ...spec, authorization: null });
    return { replies: new Map([['query', probe] as const]), control: await reply(own, spec) };
  });
}

/** Whose turn it is, and whether the end of a lock-out was waited for already. */
export interface Turns {
  last: Promise<unknown>;
  waited: boolean;
  /** Why even the right key got no decisive answer: nobody is asked to wait as long again for every group. */
  spoilt?: Inconclusive;
}

/** Waits between looks at whether a lock-out is over. */
const LOOKS_MS = [10_000, 20_000, 30_000];

/**
 * Asks the groups one after the other, however many checks want them at once. A lock-out leaves its own group undecided;
 * it is waited for once in a run, so that it does not spoil the groups that follow.
 */
export function inTurn<Name extends string>(
  context: CheckContext,
  ask: Requester,
  name: string,
  make: (own: Requester) => Promise<Probed<Name>>,
): Promise<Probed<Name>> {
  return ask.shared(name, async (own) => {
    const turns = await turnsOf(own);
    const mine = turns.last.then(async () => {
      if (turns.spoilt) throw turns.spoilt;
      const probed = await make(own);
      if (probed.control instanceof Inconclusive) turns.spoilt = probed.control;
      if (!lockedOut(probed.control) || turns.waited) return probed;
      turns.waited = true;
      for (const ms of LOOKS_MS) {
        await context.clock.sleep(ms);
        if (!lockedOut(await reply(own, goodRequest('summary', context.model)))) break;
      }
      return probed;
    });
    turns.last = mine.catch(() => {});
    return mine;
  });
}

/** The turns of a round. */
export function turnsOf(ask: Requester): Promise<Turns> {
  return ask.shared('auth/turns', async () => ({ last: Promise.resolve(), waited: false }));
}

export function lockedOut(of: Reply): boolean {
  return [401, 403, 423].includes(status(of) ?? 0);
}

/**
 * What the completion endpoint says to the right key, asked for free. A flaw that is refused as keys are looks like a
 * lock-out: a second one shows whether it is.
 */
export async function rightKeyOnCompletion(own: Requester, model: string, label: string): Promise<Reply> {
  const first = await reply(own, flawedCompletion(model, label));
  if (!lockedOut(first)) return first;
  const second = await reply(own, otherwiseFlawed(model, `${label}, flawed in another way`));
  return lockedOut(second) ? first : second;
}

/** Takes one reply of a group, with the control; rejects when either never came. */
export function taken<Name extends string>(
  probed: Probed<Name>,
  name: Name,
): { probe: Exchange; control: Exchange } {
  const probe = probed.replies.get(name);
  if (probe === undefined) throw new Error(`no probe of the name ${name}`);
  if (probe instanceof Inconclusive) throw probe;
  if (probed.control instanceof Inconclusive) throw probed.control;
  return { probe, control: probed.control };
}

/** The status of a reply; undefined when none came. */
export function status(of: Reply | undefined): number | undefined {
  return of === undefined || of instanceof Inconclusive ? undefined : of.response?.status;
}

const WORDS: Readonly<Record<Form, string>> = {
  basic: 'the key as Basic credentials',
  bare: 'the key without a scheme',
  'lower-case': 'the scheme in lower case',
};

/** Asks, and takes it for an answer that none came. */
export async function reply(ask: Requester, spec: RequestSpec): Promise<Reply> {
  try {
    return await ask.send(spec);
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
}
