import type { Finding } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { UsageEndpoint } from '../endpoints.ts';

/** Foreign text, quoted and short. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** The actual response: the start of a body. */
export function bodyBegins({ response }: Exchange): string {
  return `a body that starts with ${quoted(new TextDecoder().decode(response?.body.bytes.subarray(0, 60)))}`;
}

/** A finding about one exchange, or about several of which the first is decisive. */
export function breach(
  exchanges: Exchange | string | readonly [Exchange, ...Exchange[]],
  place: string,
  expected: string,
  actual: string,
  as?: Finding['as'],
): Finding {
  const list: readonly (Exchange | string)[] =
    typeof exchanges === 'string' || !Array.isArray(exchanges) ? [exchanges as Exchange | string] : exchanges;
  const ids = list.map((e) => (typeof e === 'string' ? e : e.id)) as [string, ...string[]];
  return { expected, actual, place, exchanges: ids, ...(as && { as }) };
}

/**
 * Rejects a redirect, with `Inconclusive`: the endpoint itself did not respond, and the check of its path reports
 * the redirect.
 */
export function expectNoRedirect(exchange: Exchange, endpoint: UsageEndpoint): void {
  const status = exchange.response?.status ?? 0;
  if (status < 300 || status >= 400) return;
  throw new Inconclusive(`status ${status}, a redirect`, [exchange], `path/${endpoint}`);
}

/**
 * Why a response cannot be read as 200: its status, or a body that is always truncated. A redirect is rejected with
 * `Inconclusive`.
 */
export function unanswered(
  exchange: Exchange,
  endpoint: UsageEndpoint,
  expected: string,
): Finding | undefined {
  expectNoRedirect(exchange, endpoint);
  const status = exchange.response?.status;
  if (status === 200) {
    return exchange.failure && breach(exchange, 'body', 'a whole body', exchange.failure.message);
  }
  return breach(exchange, 'status', expected, `status ${status ?? 'none'}`);
}

/** Whether the service rejected the request: a 4xx, or a redirect, which another check reports. */
export function isRefusal(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 300 && status < 500;
}
