import type { ServiceRequest } from './message.ts';

/** Why the service rejects a request. */
export type Reason =
  | 'unauthenticated'
  | 'no-balance'
  | 'rate-limit'
  | 'overload'
  | 'server-error'
  | 'unparsable'
  | 'not-an-object'
  | 'invalid'
  | 'unknown-model'
  | 'usage-unauthenticated'
  | 'usage-invalid'
  | 'not-found'
  | 'method';

/** One constraint that a request violates. */
export interface Violation {
  /** JSON pointer into the body (`/messages/0/role`), or the name of a query parameter. */
  pointer: string;
  /** The JSON Schema keyword (`maximum`, `additionalProperties`), or `syntax`, `model`, `parameter`. */
  keyword: string;
  /** One sentence that names the parameter. */
  message: string;
}

/** An error before it becomes a response. */
export interface Refusal {
  reason: Reason;
  message: string;
  /** The violations, if they are the reason; the first one is reported. */
  violations?: readonly Violation[];
  /** For `rate-limit` and `overload`. */
  retryAfterSeconds?: number;
  /** For `method`. */
  allow?: string;
}

/** Thrown anywhere while a request is handled; the behavior turns it into the response. */
export class Refused extends Error {
  override name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    // An expected error: its stack is never read, and would cost more than the rest of it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal.message);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = refusal;
  }
}

/** Statuses of section 7; for usage endpoints, whose numbers the contract leaves open, the same ones. */
export const STATUSES: Readonly<Record<Reason, number>> = {
  unauthenticated: 401,
  'no-balance': 402,
  'rate-limit': 429,
  overload: 503,
  'server-error': 500,
  unparsable: 400,
  'not-an-object': 400,
  invalid: 422,
  'unknown-model': 422,
  'usage-unauthenticated': 401,
  'usage-invalid': 422,
  'not-found': 404,
  method: 405,
};

/** An error body: its media type and its text. */
export interface ErrorBody {
  contentType: string | undefined;
  text: string;
}

const TYPES: Readonly<Record<Reason, string>> = {
  unauthenticated: 'authentication_error',
  'no-balance': 'insufficient_balance',
  'rate-limit': 'rate_limit_error',
  overload: 'overloaded_error',
  'server-error': 'server_error',
  unparsable: 'invalid_request_error',
  'not-an-object': 'invalid_request_error',
  invalid: 'invalid_request_error',
  'unknown-model': 'invalid_request_error',
  'usage-unauthenticated': 'authentication_error',
  'usage-invalid': 'invalid_request_error',
  'not-found': 'not_found_error',
  method: 'invalid_request_error',
};

/** The error in OpenAI's format: message, type, the responsible parameter, and a code for programs. */
export function openaiError(refusal: Refusal): ErrorBody {
  const blamed = refusal.violations?.[0];
  const error = {
    message: refusal.message,
    type: TYPES[refusal.reason],
    param: blamed ? dotted(blamed.pointer) : null,
    code: refusal.reason.replaceAll('-', '_'),
  };
  return { contentType: 'application/json', text: JSON.stringify({ error }) };
}

/** Headers that explain an error: when to retry, how to authenticate, which methods exist. */
export function refusalHeaders(refusal: Refusal, _request: ServiceRequest): [string, string][] {
  const headers: [string, string][] = [];
  if (refusal.retryAfterSeconds !== undefined)
    headers.push(['Retry-After', String(refusal.retryAfterSeconds)]);
  if (refusal.reason.endsWith('unauthenticated')) headers.push(['WWW-Authenticate', 'Bearer realm="api"']);
  if (refusal.allow !== undefined) headers.push(['Allow', refusal.allow]);
  return headers;
}

/** `/messages/0/role` for people: `messages[0].role`. */
export function dotted(pointer: string): string | null {
  const steps = pointer.replace(/^\//, '').split('/');
  const text = steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
  return text === '' ? null : text;
}
