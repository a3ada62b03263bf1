import type { Exchange } from '../vocabulary/exchange.ts';
import { validate } from './schemas.ts';

const REQUESTS = ['completion-request', 'completion-request-second'] as const;

/** Whether the contract allows a completion request, by one of its two published descriptions (spec 2.1). */
export function allowsCompletion(
  { headers }: Pick<Exchange['request'], 'headers'>,
  body: Record<string, unknown>,
): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return false;
  return !isOpen(body) && REQUESTS.some((schema) => validate(schema, body).length === 0);
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
