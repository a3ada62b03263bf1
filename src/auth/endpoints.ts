import { answerKey } from '../vocabulary/answer-key.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

const FLAWED = answerKey<Exchange>('auth/flawed');
const UNPARSABLE = answerKey<Exchange>('status/alone/unparsable');

/** The four endpoints of section 4, by the names that check ids use. */
export const ENDPOINTS = {
  completion: '/api/v1/chat/completions',
  stats: '/api/v1/usage/stats',
  summary: '/api/v1/usage/summary',
  export: '/api/v1/usage/export',
} as const;
export type Endpoint = keyof typeof ENDPOINTS;

/** Tokens that the completions of these probes ask for: they show who is let in, not what a model says. */
const TOKENS = 8;

/** A request that the endpoint accepts from the right key; `changes` are merged into the body of a completion. */
export function goodRequest(endpoint: Endpoint, model: string, changes: object = {}): RequestSpec {
  const path = ENDPOINTS[endpoint];
  if (endpoint !== 'completion') return { method: 'GET', path, label: `${endpoint} with the right key` };
  const body = {
    model,
    messages: [{ role: 'user', content: 'Reply with one short word.' }],
    max_tokens: TOKENS,
    ...changes,
  };
  return {
    method: 'POST',
    path,
    label: 'a plain completion with the right key',
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
    billable: { tokens: TOKENS, choices: 1 },
  };
}

/** The same request without what makes it billable: it is expected to be refused. */
export function refusable(spec: RequestSpec, label: string, rest: Partial<RequestSpec> = {}): RequestSpec {
  const { billable: _, ...free } = spec;
  return { ...free, label, ...rest };
}

/** A completion request whose only flaw is a temperature above its bound: refused by everyone, and free. */
export function flawedCompletion(model: string, label: string, rest: Partial<RequestSpec> = {}): RequestSpec {
  return refusable(goodRequest('completion', model, { temperature: 3 }), label, rest);
}

/** What the right key is answered to it on a connection of its own, asked once a round. */
export function flawedAnswer(ask: Requester, model: string): Promise<Exchange> {
  return ask.shared(FLAWED, (own) =>
    own.send({ ...flawedCompletion(model, 'a temperature of 3'), connection: 'auth/flawed' }),
  );
}

/** A body that breaks off, and names a limit first. */
export function cutOff(model: string): RequestSpec {
  return flawedCompletion(model, 'a body that is cut off', { body: '{"max_tokens": 1, "model": "' });
}

/** What the right key is answered to that on a connection of its own, asked once a round. */
export function cutOffAnswer(ask: Requester, model: string): Promise<Exchange> {
  return ask.shared(UNPARSABLE, (own) => own.send({ ...cutOff(model), connection: 'alone unparsable' }));
}

/** The same with another flaw, for services that refuse the first one as they refuse keys. */
export function otherwiseFlawed(model: string, label: string): RequestSpec {
  return refusable(goodRequest('completion', model, { messages: 'text' }), label);
}
