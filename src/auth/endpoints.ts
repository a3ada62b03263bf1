import { jsonPost } from '../requests/planned.ts';
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

/** Token limit of these probes: they test access, not the model. */
const TOKENS = 8;

/** A request that the endpoint accepts with the valid key; `changes` are merged into the body of a completion. */
export function goodRequest(endpoint: Endpoint, model: string, changes: object = {}): RequestSpec {
  if (endpoint !== 'completion')
    return { method: 'GET', path: ENDPOINTS[endpoint], label: `${endpoint} with the right key` };
  const body = {
    model,
    messages: [{ role: 'user', content: 'Reply with one short word.' }],
    max_tokens: TOKENS,
    ...changes,
  };
  const post = jsonPost('a plain completion with the right key', body);
  return { ...post, billable: { tokens: TOKENS, choices: 1 } };
}

/** The same request without its billable part: it is expected to be rejected. */
export function refusable(spec: RequestSpec, label: string, rest: Partial<RequestSpec> = {}): RequestSpec {
  const { billable: _, ...free } = spec;
  return { ...free, label, ...rest };
}

/** A completion request whose only flaw is a temperature above its bound: always rejected, and free. */
export function flawedCompletion(model: string, label: string, rest: Partial<RequestSpec> = {}): RequestSpec {
  return refusable(goodRequest('completion', model, { temperature: 3 }), label, rest);
}

/** The response to it with the valid key on a separate connection, requested once per round. */
export function flawedAnswer(ask: Requester, model: string): Promise<Exchange> {
  return ask.shared(FLAWED, (own) =>
    own.send({ ...flawedCompletion(model, 'a temperature of 3'), connection: 'auth/flawed' }),
  );
}

/** A truncated body that sets a token limit first. */
export function cutOff(model: string): RequestSpec {
  return flawedCompletion(model, 'a body that is cut off', { body: '{"max_tokens": 1, "model": "' });
}

/** The response to it with the valid key on a separate connection, requested once per round. */
export function cutOffAnswer(ask: Requester, model: string): Promise<Exchange> {
  return ask.shared(UNPARSABLE, (own) => own.send({ ...cutOff(model), connection: 'alone unparsable' }));
}

/** The same with another flaw, for services that reject the first one with the status of an invalid key. */
export function otherwiseFlawed(model: string, label: string): RequestSpec {
  return refusable(goodRequest('completion', model, { messages: 'text' }), label);
}
