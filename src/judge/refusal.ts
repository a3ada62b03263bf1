import type { Finding } from '../vocabulary/check.ts';
import { bodyText, type Exchange, header, mediaType } from '../vocabulary/exchange.ts';
import type { Breach } from '../vocabulary/harm.ts';
import { finding, quote } from './finding.ts';

/** The flaw of a request, as far as the verdict depends on it. */
export type RefusalKind =
  | 'bound'
  | 'enumeration'
  | 'nested'
  | 'unknown'
  | 'missing'
  | 'unparsable'
  | 'not-an-object'
  | 'no-text'
  | 'lenient';

type Weight = 'pass' | 'warn' | 'fail';

/** The severity of each response: accepted, 422, 400, a server error, another client error. */
type Row = readonly [accepted: Weight, s422: Weight, s400: Weight, server: Weight, client: Weight];

const NESTED: Row = ['fail', 'pass', 'warn', 'fail', 'warn'];
const TABLE: Readonly<Record<RefusalKind, Row>> = {
  bound: ['fail', 'pass', 'fail', 'fail', 'fail'],
  enumeration: ['fail', 'pass', 'warn', 'fail', 'fail'],
  nested: NESTED,
  unknown: NESTED,
  missing: NESTED,
  unparsable: ['fail', 'fail', 'pass', 'fail', 'warn'],
  'not-an-object': ['fail', 'pass', 'pass', 'fail', 'warn'],
  'no-text': ['fail', 'warn', 'pass', 'fail', 'warn'],
  lenient: ['warn', 'warn', 'pass', 'fail', 'warn'],
};

const WANTED: Readonly<Record<RefusalKind, string>> = {
  bound: 'status 422 (value out of bounds or of the wrong type)',
  enumeration: 'status 422 (value outside the enumeration)',
  nested: 'status 422 (invalid nested value)',
  unknown: 'status 422 (unknown field)',
  missing: 'status 422 (missing required field)',
  unparsable: 'status 400 (malformed JSON)',
  'not-an-object': 'status 400 or 422 (a JSON body that is not an object)',
  'no-text': 'status 400 (body empty or not UTF-8)',
  lenient: 'status 400 (not strictly JSON)',
};

/** The response to a request that has to be rejected. */
export interface RefusalEvidence {
  exchange: Exchange;
  /** The flaw of the request, in words. */
  what: string;
}

/** Judges the response to a request with one flaw of this kind. */
export function refusal(kind: RefusalKind): (evidence: RefusalEvidence) => Finding[] {
  return ({ exchange, what }) => {
    const { response } = exchange;
    if (!response)
      return [finding(exchange, WANTED[kind], `no answer when ${what}`, 'status', { as: 'inconclusive' })];
    const found = weigh(kind, exchange, response.status);
    if (found === 'pass') return [];
    const actual = `${answerOf(exchange)} when ${what}`;
    const as = found === 'fail' ? {} : { as: found };
    return [finding(exchange, WANTED[kind], actual, 'status', { breach: breachOf(response.status), ...as })];
  };
}

/** How the response to an invalid request differs from the contract. */
function breachOf(status: number): Breach {
  if (status >= 500) return 'server-error';
  return status < 300 ? 'bad-accepted' : 'other-refusal';
}

function weigh(kind: RefusalKind, exchange: Exchange, status: number): Weight | 'inconclusive' {
  const [accepted, s422, s400, server, client] = TABLE[kind];
  if (gatewayRefused(exchange)) return 'inconclusive';
  if (status === 422) return s422;
  if (status === 400) return s400;
  if (status >= 500) return server;
  if (status >= 400) return client;
  if (status >= 300) return 'warn';
  return accepted;
}

/** Statuses with which gateways reject requests. */
const OF_GATEWAYS = [403, 406, 413];

/**
 * An error of a gateway in front of the service: a web page, or the marks of a known gateway. It says nothing about
 * the service.
 */
export function gatewayRefused(exchange: Exchange): boolean {
  if (!OF_GATEWAYS.includes(exchange.response?.status ?? 0)) return false;
  const marked = ['cf-mitigated', 'x-sucuri-id', 'x-akamai-request-id', 'x-iinfo', 'x-amzn-waf-action'].some(
    (name) => header(exchange, name) !== undefined,
  );
  return isWebPage(exchange) || marked;
}

/** Whether a response is a web page, whatever its media type. */
export function isWebPage(exchange: Exchange): boolean {
  return (
    mediaType(exchange) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(bodyText(exchange).slice(0, 200))
  );
}

/** A response in a few words: its status, and whether it is a stream or a gateway's error. */
export function answerOf(exchange: Exchange): string {
  const { response } = exchange;
  if (!response) return `no answer (${exchange.failure?.message ?? 'unknown'})`;
  const { status } = response;
  if (gatewayRefused(exchange)) {
    const server = header(exchange, 'server');
    return `status ${status} from a gateway${server ? ` (server ${quote(server, 40)})` : ''}`;
  }
  if (status < 300 && mediaType(exchange) === 'text/event-stream')
    return `status ${status} with an event stream`;
  return `status ${status}`;
}
