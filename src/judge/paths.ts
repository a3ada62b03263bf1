import type { Finding } from '../vocabulary/check.ts';
import { bodyText, type Exchange, isSuccess } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { finding } from './finding.ts';
import { type UsageEndpoint, unlikeItself } from './usage-endpoint.ts';

/** The response of a service without such a path, or without this method. */
const ABSENT = new Set([404, 405, 410, 501]);

/** 4, 9: the endpoint exists under /api/v1. */
export function isThere(exchange: Exchange): readonly Finding[] {
  const status = exchange.response?.status ?? 0;
  const actual = `status ${status} for ${exchange.request.method} ${new URL(exchange.request.url).pathname}`;
  if (ABSENT.has(status))
    return [finding(exchange, 'an endpoint at this path', actual, 'status', { breach: 'absent' })];
  if (status >= 300 && status < 400)
    return [finding(exchange, 'an answer at this path, not a redirect', actual, 'status', { as: 'warn' })];
  return [];
}

/** A flawed completion, and the minimal one if the first was answered as if the path did not exist. */
export interface CompletionPath {
  exchange: Exchange;
  plain?: Exchange;
}

/** 4.1, 9: a path that succeeds exists, however its flaws are rejected. */
export function completionsAreThere({ exchange, plain }: CompletionPath): readonly Finding[] {
  return plain && isSuccess(plain) ? [] : isThere(exchange);
}

/**
 * 4.2 to 4.4, 9: the endpoint returns its data to the valid key without parameters, all of which are optional. A
 * web page or an error is not the endpoint.
 */
export function answersAsItself(endpoint: UsageEndpoint): (exchange: Exchange) => readonly Finding[] {
  return (exchange) => {
    const absent = isThere(exchange);
    if (absent.length > 0) return absent;
    const unlike = unlikeItself(endpoint, exchange);
    if (unlike === undefined) return [];
    const expected = `the ${endpoint} at this path`;
    const { pathname } = new URL(exchange.request.url);
    const actual = `${unlike} for GET ${pathname} with the valid key`;
    return [finding(exchange, expected, actual, 'status', { breach: 'absent' })];
  };
}

/** The version in a machine-readable description; undefined if the response is not one. */
export function descriptionVersion(exchange: Exchange): string | undefined {
  if (exchange.response?.status !== 200 || !exchange.response.body.whole) return undefined;
  try {
    const described = parseJson(bodyText(exchange)) as Described | null;
    if (described?.openapi === undefined && described?.swagger === undefined) return undefined;
    const version = described.info?.version;
    return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version) ? version : 'unnamed';
  } catch {
    return undefined;
  }
}

interface Described {
  openapi?: unknown;
  swagger?: unknown;
  info?: { version?: unknown };
}
