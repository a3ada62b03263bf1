import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseObject } from '../vocabulary/parse-json.ts';
import { validate } from './schemas.ts';

const REQUESTS = ['completion-request', 'completion-request-second'] as const;

function isJson({ headers }: Pick<Exchange['request'], 'headers'>): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^application\/json\s*(;|$)/i.test(type);
}

/** Whether the contract allows a completion request, by one of its two published descriptions (spec 2.1). */
export function allowsCompletion(
  { headers }: Pick<Exchange['request'], 'headers'>,
  body: Record<string, unknown>,
): boolean {
  if (!isJson({ headers })) return false;
  return !isOpen(body) && REQUESTS.some((schema) => validate(schema, body).length === 0);
}

/** Requests with unusual bytes or headers: what a service reads there is open. */
const isOpenPoint = ({ owner }: Exchange): boolean => /^open\/(?!large-body$)/.test(owner);

/** A bound that a request violates: the pointer to the number, and the keyword of the schema. */
export interface BoundViolated {
  pointer: string;
  keyword: string;
}

const violated = new WeakMap<Exchange, BoundViolated | undefined>();

/**
 * The bound that is the only flaw of a completion request, by both descriptions (spec 2.1, 7.3); undefined for any
 * other request.
 */
export function boundViolated(exchange: Exchange): BoundViolated | undefined {
  if (!violated.has(exchange)) violated.set(exchange, onlyBound(exchange));
  return violated.get(exchange);
}

function onlyBound(exchange: Exchange): BoundViolated | undefined {
  const { request } = exchange;
  if (isOpenPoint(exchange) || !isJson(request) || !isUtf8(request.body)) return undefined;
  const body = parseObject(Buffer.from(request.body).toString('utf8'));
  const [only, ...others] = body ? validate(REQUESTS[0], body) : [];
  if (!only || others.length > 0 || !/^(?:min|max)imum$/.test(only.keyword)) return undefined;
  return validate(REQUESTS[1], body).length > 0 ? only : undefined;
}

/** Values that the contract leaves open: more than two choices, a limit below 1, no message. */
function isOpen({ n, messages, ...body }: Record<string, unknown>): boolean {
  const limits = [body.max_tokens, body.max_completion_tokens];
  return (
    (typeof n === 'number' && n > 2) ||
    limits.some((limit) => typeof limit === 'number' && limit < 1) ||
    (Array.isArray(messages) && messages.length === 0)
  );
}
