import { hash } from 'node:crypto';
import type { CheckId } from './check-ids.ts';

/** The configured key of a request; `none` sends no Authorization header. */
export type Credential = 'main' | 'empty-wallet' | 'other-organization' | 'none';

/** A key that is made from the valid one, and has to be rejected. */
export type MadeKey = 'altered' | 'altered-late' | 'other-case' | 'longer';

/**
 * The constraint that an invalid request violates. Requests that violate the same constraint are variants of each
 * other.
 */
export interface BadRequest {
  /** The check that reports it, alone among valid members. */
  constraint: CheckId;
  kind: 'type' | 'bound' | 'enumeration' | 'unknown' | 'nested' | 'missing' | 'malformed' | 'lenient';
  /**
   * Other features of the request: none, streaming, drawn members, or drawn members that are removed one by one to
   * find those that the violation needs.
   */
  among: 'alone' | 'streamed' | 'drawn' | 'shrunk';
}

/** One HTTP request to the target, as a check sends it. Never contains a key: the transport adds it. */
export interface RequestSpec {
  method: string;
  /**
   * Appended to the base URL; begins with `/`, and includes the query. `{key}` in it becomes the key, URL-encoded.
   */
  path: string;
  /** A few words for people: the purpose of the request. */
  label: string;
  /**
   * Sent after the transport's own headers, replacing those of the same name; names are case-insensitive. `{key}` in
   * a value of Authorization becomes the key.
   */
  headers?: readonly (readonly [string, string])[];
  body?: string | Uint8Array;
  /**
   * Requests with the same name use one connection, which is reserved for them; those of a repetition use another
   * one.
   */
  connection?: string;
  /** The body is sent chunked (Transfer-Encoding: chunked), without its length. */
  chunked?: true;
  /** Default `main`. */
  credential?: Credential;
  /**
   * The Authorization header's value, `{key}` standing for the key and `{key:base64}` for `:key` in Base64.
   * Default `Bearer {key}`; null sends none. Text without a placeholder is sent as it is.
   */
  authorization?: string | null;
  /**
   * The bearer token is a near-miss of the main key. It is not a key of the user: `credential` is `none` with it.
   */
  madeKey?: MadeKey;
  /** The id of an organization in the query or in headers, as it was read: the service gets the id that it wrote. */
  organization?: string;
  /** The price of a success; absent for free requests (usage, expected rejections). */
  billable?: { tokens: number; choices: number };
  /**
   * A repetition with a larger limit, because the response used up the first: bought in addition to planned
   * requests, and after them.
   */
  larger?: boolean;
  /** It should be rejected, and is billed if accepted: its outcome may save other requests. */
  bad?: BadRequest;
  /** One of many that are to meet a limit: it goes at once, whatever pace was learned. */
  ofBurst?: true;
  /** A shared control of all waiting checks: it is sent when nothing else is left to send. */
  isControl?: true;
  /** Receives every piece of the decoded body as it arrives; the body is then not kept in memory above 512 KiB. */
  onBody?: (piece: Uint8Array) => void;
  /** Called before each attempt: data from a failed attempt is to be dropped. */
  onAttempt?: () => void;
  /** Called when an attempt is being written to its connection. */
  onSent?: () => void;
  /** Awaited before each attempt once it is allowed: rounds release many requests at once. */
  turn?: () => Promise<void>;
  /**
   * Bounds of this request instead of the run's own; milliseconds and bytes. `canceled`: it is canceled when the
   * first data of its response arrives, as by a user who leaves.
   */
  limits?: { silenceMs?: number; totalMs?: number; maxBody?: number; canceled?: true };
}

/**
 * Why there is no complete response. `cut` means that a response began and its framing was broken off, `head` that
 * HTTP parsers have to reject its head, which is recorded as received, `canceled` that a check wanted its beginning
 * only.
 */
export type FailureKind =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'refused'
  | 'reset'
  | 'protocol'
  | 'head'
  | 'timeout-connect'
  | 'timeout-headers'
  | 'timeout-body'
  | 'too-large'
  | 'cut'
  | 'canceled'
  | 'aborted';

export interface Failure {
  kind: FailureKind;
  /** One line, safe to print, without secrets. */
  message: string;
}

/** A body as received, with its content coding decoded. Bodies above 512 KiB are in a file and not in memory. */
export interface Body {
  /** Bytes received after decoding. */
  readonly size: number;
  /** The whole body if it is in memory, else at least its first 4 KiB. */
  readonly bytes: Uint8Array;
  /** True when `bytes` is the whole body. */
  readonly whole: boolean;
  /** The file with the whole body, relative to the report's folder. */
  readonly file?: string;
  /** The whole body, piece by piece. */
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** One read of a response body: its time (ms after the request began) and its number of decoded bytes. */
export type Read = readonly [atMs: number, bytes: number];

export interface ResponseRecord {
  status: number;
  statusText: string;
  httpVersion: string;
  /** In the order of arrival, as spelled by the service. */
  headers: readonly (readonly [string, string])[];
  body: Body;
  /** The content coding of the body (`identity`, `gzip`, …) and its encoded size. */
  coding: string;
  wireBytes: number;
  reads: readonly Read[];
  /** The forms (plain, base64, …) in which a secret of ours was returned; absent if there is none. */
  leaks?: readonly string[];
  /**
   * The place of each form: `header x-echo`, `body`, `headers` for a name; a form without a single place has none.
   */
  leakedIn?: readonly (readonly [form: string, place: string])[];
}

/** One request and its outcome: the evidence for judges. */
export interface Exchange {
  /** Unique in the run: `e1`, `e2`, … in the order in which requests began. */
  readonly id: string;
  /** The check, or the shared response, that sent it; with `turn` it identifies the exchange in a replay. */
  readonly owner: string;
  /** 0, 1, 2 … counts the requests of one owner. */
  readonly turn: number;
  /** The shard of a merged run that sent it. */
  readonly shard?: number;
  readonly label: string;
  readonly credential: Credential;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Uint8Array;
  };
  /** Present if a status line and headers arrived, even if the body was then broken off (see `failure`). */
  readonly response?: ResponseRecord;
  readonly failure?: Failure;
  readonly billable?: { tokens: number; choices: number };
  /**
   * Ids of exchanges on kept-alive connections with an unsolicited response by the end of this exchange: their
   * responses may belong to other requests. All of them in a repetition, elsewhere only those that no earlier
   * exchange lists.
   */
  readonly doubted?: readonly string[];
  /** Its position on its kept-alive connection, and the previous exchange there; absent for the first one. */
  readonly onConnection?: { readonly place: number; readonly after: string };
  /** Epoch milliseconds of the run's clock when the request began. */
  readonly startedAt: number;
  /** Milliseconds after `startedAt`; absent if it was not reached. */
  readonly timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}

/** The position of an exchange on its connection, from 1. */
export const placeOnConnection = ({ onConnection }: Pick<Exchange, 'onConnection'>): number =>
  onConnection?.place ?? 1;

/** A hash of the content of a request: method, address and body. */
export const contentHash = ({ request: { method, url, body } }: Pick<Exchange, 'request'>): string =>
  hash('sha1', `${method} ${url} ${Buffer.from(body).toString('latin1')}`);

/** The first value of a header, with the name in any case; undefined if it is absent. */
export function header(exchange: Exchange, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return exchange.response?.headers.find(([n]) => n.toLowerCase() === wanted)?.[1];
}

/** Whether a request asks for a stream. */
export function asksForStream({ body = '' }: Pick<RequestSpec, 'body'>): boolean {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  return /"stream"\s*:\s*true/.test(text);
}

/** Whether the service accepted the request: any 2xx. */
export function isSuccess({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Whether the service rejected the request as invalid or not allowed: any 4xx. */
export function isClientError({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

/** The media type of the response in lower case, without parameters; '' without Content-Type. */
export function mediaType(exchange: Exchange): string {
  return (header(exchange, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body as text, invalid UTF-8 replaced; only for bodies held in memory. */
export function bodyText(exchange: Exchange): string {
  return exchange.response ? decoder.decode(exchange.response.body.bytes) : '';
}

const NOTHING = new Uint8Array();

/** The exchange without references to its body. */
export function withoutBody(exchange: Exchange): Exchange {
  const { response, ...rest } = exchange;
  if (!response) return rest;
  const body = { ...response.body, bytes: NOTHING, pieces: () => [] };
  return { ...rest, response: { ...response, reads: [], body } };
}

/**
 * Whether a request uses a key in another form, or a feature that the contract leaves open: any 4xx may reject it.
 */
export function mayGetAnyRefusal({ owner }: Pick<Exchange, 'owner'>): boolean {
  return /^(auth|open)\//.test(owner);
}
