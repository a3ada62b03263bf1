import type { Finding } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';

/** Foreign text, quoted and short. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** What came instead of what was asked for: the beginning of a body. */
export function bodyBegins({ response }: Exchange): string {
  return `a body that begins with ${quoted(new TextDecoder().decode(response!.body.bytes.subarray(0, 60)))}`;
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

/** Why an answer is none that could be read as 200: its status, or a body that breaks off every time. */
export function unanswered(exchange: Exchange, expected: string): Finding | undefined {
  const status = exchange.response?.status;
  if (status === 200) {
    return exchange.failure && breach(exchange, 'body', 'a whole body', exchange.failure.message);
  }
  // Where a redirect stands the endpoint itself said nothing; that there is one is told where the path is judged.
  const redirect = status !== undefined && status >= 300 && status < 400;
  return redirect
    ? breach(exchange, 'status', expected, `status ${status}, a redirect`, 'inconclusive')
    : breach(exchange, 'status', expected, `status ${status ?? 'none'}`);
}

/** Whether the service declined to answer: a 4xx, or a redirect, which is told elsewhere. */
export function isRefusal(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 300 && status < 500;
}
