import type { Finding } from '../vocabulary/check.ts';
import { type Exchange, header, mayGetAnyRefusal } from '../vocabulary/exchange.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import { finding } from './finding.ts';
import { gatewayRefused } from './refusal.ts';

/** The statuses of section 7. */
const NAMED = new Set([200, 400, 401, 402, 422, 429, 500, 503]);

/** Rejections of open points: an unknown model, a method, a size, a media type, long headers. */
const OPEN = new Set([404, 405, 411, 413, 414, 415, 431, 501]);

/**
 * Which of these responses of the completion endpoint (one per status) have a status that section 7 does not list.
 */
export function outsideSection7(answers: ReadonlyMap<number, Exchange>): readonly Finding[] {
  return [...answers.values()]
    .filter((exchange) => isForeign(exchange))
    .sort((a, b) => (a.response?.status ?? 0) - (b.response?.status ?? 0))
    .map((exchange) => {
      const actual = `${exchange.response?.status} to "${exchange.label}"`;
      return finding(exchange, 'one of the eight statuses of section 7', actual, 'status');
    });
}

function isForeign(exchange: Exchange): boolean {
  const status = exchange.response?.status;
  // Transient responses are counted elsewhere.
  if (status === undefined || NAMED.has(status) || isTransientStatus(status) || OPEN.has(status))
    return false;
  // A key in another form, and open points, may be rejected with any 4xx; a gateway's errors do not count.
  const anyRefusal = mayGetAnyRefusal(exchange) && status >= 400 && status < 500;
  // Responses of a rate limit are judged there.
  const limit = exchange.owner === 'status/rate-limit';
  return !anyRefusal && !limit && !gatewayRefused(exchange);
}

/** Names of headers about rate limits, in lower case, each once and sorted. */
export function rateLimitHeaders(exchanges: readonly Exchange[]): readonly string[] {
  return headerNames(exchanges, /rate-?limit|^retry-after/);
}

/** Names of headers that identify an exchange in the service's logs. */
export function requestIdHeaders(exchanges: readonly Exchange[]): readonly string[] {
  return headerNames(exchanges, /request-?id|correlation-?id|trace-?id|^traceparent$|^cf-ray$/);
}

/** The form of Retry-After: `seconds`, `date`, `unreadable` or `absent`. */
export function retryAfterForm(exchange: Exchange): string {
  const value = header(exchange, 'retry-after');
  if (value === undefined) return 'absent';
  if (/^\s*\d+\s*$/.test(value)) return 'seconds';
  return Number.isNaN(Date.parse(value)) ? 'unreadable' : 'date';
}

function headerNames(exchanges: readonly Exchange[], wanted: RegExp): readonly string[] {
  const names = exchanges
    .flatMap((e) => e.response?.headers ?? [])
    .map(([name]) => name.toLowerCase())
    .filter((name) => wanted.test(name) && /^[a-z0-9-]{1,60}$/.test(name));
  return [...new Set(names)].sort().slice(0, 12);
}
