import { bodyText, type Exchange, header } from './exchange.ts';

/** The part of a body that is searched for words about limits. Characters. */
const LOOKED_AT = 2_000;

const bodyOf = (exchange: Exchange) => bodyText(exchange).slice(0, LOOKED_AT);

/** Whether a rejection concerns a limit, by its body or by a time to retry. */
export function speaksOfLimit(exchange: Exchange): boolean {
  return header(exchange, 'retry-after') !== undefined || saysLimit(exchange);
}

/** The same in its body alone. A limit of a value, which a bad request broke, may be told in the same words. */
export function saysLimit(exchange: Exchange): boolean {
  return /rate.?limit|too many|throttl|quota|limit (?:reached|exceeded)/i.test(bodyOf(exchange));
}

/** Whether its body speaks of how fast requests come, which no value of a request is. */
export function saysTooFast(exchange: Exchange): boolean {
  return /rate.?limit|too many requests|throttl/i.test(bodyOf(exchange));
}
