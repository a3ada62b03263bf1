import type { Failure, FailureKind } from '../vocabulary/exchange.ts';
import { valuesOf } from './header-list.ts';
import type { Head } from './outcome.ts';

/** An error of chatspec that names its kind of failure. */
export class Broken extends Error {
  override name = 'Broken';
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

const NO_FILES = 'too many open files: raise the limit with ulimit -n';

const BEFORE_RESPONSE: Record<string, readonly [FailureKind, string]> = {
  ENOTFOUND: ['dns', 'the host name has no address'],
  EAI_AGAIN: ['dns', 'the name server did not answer'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout-connect', 'no connection within the limit'],
  ETIMEDOUT: ['timeout-connect', 'no connection within the limit'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout-headers', 'no response headers within the limit'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the response headers exceed the limit'],
  ECONNRESET: ['reset', 'the connection was reset before any response'],
  EPIPE: ['reset', 'the connection was closed before any response'],
  EMFILE: ['connect', NO_FILES],
  ENFILE: ['connect', NO_FILES],
  UND_ERR_SOCKET: ['reset', 'the connection was closed before any response'],
};

/** The code of the client for a body of another length than its Content-Length. */
export const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/**
 * Describes a network failure in one safe line. `started` is true if the request was sent, `responded` if status
 * line and headers arrived. Never quotes the service.
 */
export function classify(error: unknown, started: boolean, responded: boolean): Failure {
  const cause = innermost(error);
  if (cause instanceof Broken) return { kind: cause.kind, message: cause.message };
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : '';
  const grammar = grammarReason(cause);
  if (responded) return bodyFailure(code, grammar);
  if (grammar !== undefined) {
    // An end of file inside the status line or the headers is a dropped connection, not invalid syntax.
    return EARLY_END.test(grammar)
      ? { kind: 'reset', message: 'the connection was closed within the response headers' }
      : { kind: 'protocol', message: `the response is not HTTP/1.1: ${grammar}` };
  }
  if (code === LENGTH_MISMATCH) {
    return { kind: 'protocol', message: 'the response has two lengths' };
  }
  if (/bad upgrade/.test(message)) return { kind: 'protocol', message: 'the response violates HTTP/1.1' };
  if (/bad response/.test(message)) {
    return {
      kind: 'protocol',
      message: 'the HTTP client rejects the response, as it does an unrequested 100',
    };
  }
  if (/^Proxy|HTTP Tunneling/.test(message))
    return { kind: 'connect', message: 'the proxy refused to connect' };
  const known = BEFORE_RESPONSE[code];
  if (known) return { kind: known[0], message: known[1] };
  if (TLS.test(code)) return { kind: 'tls', message: `the TLS handshake failed (${code})` };
  return {
    kind: started ? 'reset' : 'connect',
    message: `the connection failed${code ? ` (${code})` : ''}`,
  };
}

const EARLY_END = /EOF/;

/** The parser's own words for invalid syntax; undefined for other errors. They never quote the response. */
function grammarReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'HTTPParserError') return undefined;
  return /\(([ -~]{1,100})\)$/.exec(error.message)?.[1] ?? 'bad grammar';
}

/** A reset connection does not end its body, even a body that ends with the connection. */
export const RESET_WITHIN_BODY: Failure = {
  kind: 'cut',
  message: 'the connection was reset within the body',
};

/** A complete head that the client rejected. */
export const UNREADABLE_HEAD: Failure = {
  kind: 'head',
  message: 'HTTP clients cannot parse the head of the response',
};

/** The end of a request of which only the beginning was wanted. */
export const CANCELED: Failure = { kind: 'canceled', message: 'canceled when its first data arrived' };

/** A body that stalled; `ms` is the silence limit. */
export function silentBody(ms: number): Failure {
  return { kind: 'timeout-body', message: `no data for ${ms} ms within the body` };
}

/** A body above the limit after so many bytes; the message states its announced length, if there is one. */
export function tooLargeBody(head: Head | undefined, limit: number, came: number): Failure {
  const [announced = ''] = valuesOf(head?.headers ?? [], 'content-length');
  const plain = head?.coding === 'identity' && /^\d{1,15}$/.test(announced);
  const size = plain ? `${Number(announced)} are announced` : `${came} received by then`;
  return { kind: 'too-large', message: `the body exceeds the limit of ${limit} bytes: ${size}` };
}

function bodyFailure(code: string, grammar: string | undefined): Failure {
  if (code === LENGTH_MISMATCH) {
    return { kind: 'cut', message: 'the body is shorter than its Content-Length' };
  }
  if (grammar !== undefined) {
    return EARLY_END.test(grammar)
      ? { kind: 'cut', message: 'the connection was closed before the last chunk' }
      : { kind: 'protocol', message: `the chunked framing is invalid: ${grammar}` };
  }
  if (code === 'ECONNRESET') return RESET_WITHIN_BODY;
  return { kind: 'cut', message: 'the connection was closed within the body' };
}

/** Connecting to several addresses fails with one error for each; the first is most informative. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  const cause = (error as { cause?: unknown } | null)?.cause;
  return !codeOf(error) && cause ? innermost(cause) : error;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** A request that HTTP cannot express is a mistake of the check, not a failure of the target. */
export function isOurs(error: unknown): boolean {
  // A proxy that rejects the login has the same code.
  return codeOf(error) === 'UND_ERR_INVALID_ARG' && !/proxy/i.test((error as Error).message);
}
