import type { Body, Credential, Exchange, Failure, Read } from '../vocabulary/exchange.ts';

/** What a test wants to say about an exchange; everything left out has a plausible value. */
export interface ExchangeParts {
  id?: string;
  owner?: string;
  turn?: number;
  label?: string;
  credential?: Credential;
  method?: string;
  url?: string;
  requestHeaders?: readonly (readonly [string, string])[];
  /** Objects are sent as JSON. */
  request?: unknown;
  /** Default 200; null when no response came. */
  status?: number | null;
  /** Content-Type is guessed from `body` unless it is here. */
  headers?: Readonly<Record<string, string>>;
  /** Text or bytes as they are; anything else as JSON. */
  body?: unknown;
  failure?: Failure;
  reads?: readonly Read[];
  billable?: { tokens: number; choices: number };
  startedAt?: number;
  endMs?: number;
}

/** A body that is held in memory. */
function memoryBody(bytes: Uint8Array): Body {
  return { size: bytes.length, bytes, whole: true, pieces: () => [bytes] };
}

/**
 * An exchange made by hand, for tests of judges.
 *
 * @example exchange({ body: { object: 'chat.completion' } })
 * @example exchange({ body: 'data: [DONE]\n\n', headers: { 'content-type': 'text/event-stream' } })
 */
export function exchange(parts: ExchangeParts = {}): Exchange {
  const { method = 'POST', url = 'http://service.test/api/v1/chat/completions', endMs = 12 } = parts;
  const bytes = toBytes(parts.body ?? '');
  const response =
    parts.status === null
      ? {}
      : {
          response: {
            status: parts.status ?? 200,
            statusText: '',
            httpVersion: '1.1',
            headers: headersOf(parts),
            body: memoryBody(bytes),
            coding: 'identity',
            wireBytes: bytes.length,
            reads: parts.reads ?? [[10, bytes.length] as const],
          },
        };
  return {
    id: parts.id ?? 'e1',
    owner: parts.owner ?? 'test',
    turn: parts.turn ?? 0,
    label: parts.label ?? 'a request made by hand',
    credential: parts.credential ?? 'main',
    request: {
      method,
      url,
      headers: parts.requestHeaders ?? [['content-type', 'application/json']],
      body: parts.request === undefined ? new Uint8Array() : toBytes(parts.request),
    },
    ...response,
    ...(parts.failure && { failure: parts.failure }),
    ...(parts.billable && { billable: parts.billable }),
    startedAt: parts.startedAt ?? Date.UTC(2026, 0, 15, 12),
    timing: { headersMs: 8, firstByteMs: 9, endMs },
  };
}

/** The bytes of an event stream whose payloads these are; objects become JSON. Ends with `[DONE]` unless told not to. */
export function eventStream(payloads: readonly unknown[], done = true): string {
  const all = done ? [...payloads, '[DONE]'] : payloads;
  return all.map((p) => `data: ${typeof p === 'string' ? p : JSON.stringify(p)}\n\n`).join('');
}

/** An exchange whose response is the event stream of these payloads. */
export function streamExchange(payloads: readonly unknown[], parts: ExchangeParts = {}): Exchange {
  return exchange({
    body: eventStream(payloads),
    headers: { 'content-type': 'text/event-stream' },
    ...parts,
  });
}

function headersOf(parts: ExchangeParts): [string, string][] {
  const given = Object.entries(parts.headers ?? {});
  if (parts.body === undefined || given.some(([n]) => n.toLowerCase() === 'content-type')) return given;
  const isText = typeof parts.body === 'string' || parts.body instanceof Uint8Array;
  return [['content-type', isText ? 'text/plain' : 'application/json'], ...given];
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
