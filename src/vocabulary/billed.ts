import { bodyText, type Exchange, type RequestSpec } from './exchange.ts';
import { parseObject } from './parse-json.ts';
import { reportedUsage } from './reported.ts';

/** Paths of completions: that of the spec (4.1) and its published variant, with any prefix. */
const COMPLETES = /\/v1\/chat\/completions\/?(?:\?|$)/;

/** The assumed limit of a request without one, since the actual number is unknown. */
export const UNLIMITED_TOKENS = 256;

/**
 * A body that cannot be completed: truncated JSON. It has a limit of one, so that it counts as one token in flight.
 */
export const BROKEN_OFF = '{"max_tokens":1,';

/** The possible cost of a success: completions, and their allowed completion tokens. */
export interface Price {
  completions: number;
  tokens: number;
}

export const FREE: Price = { completions: 0, tokens: 0 };

/** The price of a request's success: of any POST to a completion path, however invalid its body is. */
export function priceOf({ method, path, body }: Pick<RequestSpec, 'method' | 'path' | 'body'>): Price {
  if (method !== 'POST' || !COMPLETES.test(path)) return FREE;
  const text = textOf(body);
  const { n, max_tokens, max_completion_tokens } = parseObject(text) ?? limitIn(text);
  const completions = whole(n) ?? 1;
  const tokens = whole(max_tokens) ?? whole(max_completion_tokens) ?? UNLIMITED_TOKENS;
  return { completions, tokens: tokens * completions };
}

/** The billed cost of an exchange: nothing unless it was accepted (2xx). */
export function billed(exchange: Exchange): Price {
  const { request, response } = exchange;
  const status = response?.status ?? 0;
  if (status < 200 || status > 299) return FREE;
  const spec = { method: request.method, path: request.url, body: request.body };
  return priceOfAccepted(spec, () => reportedUsage(bodyText(exchange))?.completion);
}

/**
 * The price of an accepted request. A service may have read a limit of the wrong type as a number, as the number of
 * completion tokens that it reports shows.
 */
export function priceOfAccepted(
  spec: Pick<RequestSpec, 'method' | 'path' | 'body'>,
  reported: () => number | undefined,
): Price {
  const price = priceOf(spec);
  const { completions } = price;
  if (completions === 0 || price.tokens !== UNLIMITED_TOKENS * completions) return price;
  const { max_tokens, max_completion_tokens } = parseObject(textOf(spec.body)) ?? {};
  const tokens = coerced(max_tokens ?? max_completion_tokens) * completions;
  if (tokens === 0) return price;
  return (reported() ?? Number.POSITIVE_INFINITY) <= tokens ? { completions, tokens } : price;
}

/** A number above 0, rounded up; a lenient service may read other values as anything. */
function whole(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? Math.ceil(Math.min(value, 1e6)) : undefined;
}

/** The number that a lenient service may read in a limit of another type; 0 if there is none. */
function coerced(value: unknown): number {
  if (value === true) return 1;
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

const decoder = new TextDecoder();

const textOf = (body: RequestSpec['body']) => (typeof body === 'string' ? body : decoder.decode(body));

/** The limit in a body that is no JSON object, as a lenient service would read it. */
function limitIn(text: string): Record<string, unknown> {
  const limit = /\bmax_tokens\b\\?["']?\s*:\s*(\d{1,6})\b/.exec(text)?.[1];
  return limit === undefined ? {} : { max_tokens: Number(limit) };
}
