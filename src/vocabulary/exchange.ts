import type { CheckId } from './check-ids.ts';

/** Which of the user's keys a request carries; `none` sends no Authorization header. */
export type Credential = 'main' | 'empty-wallet' | 'other-organization' | 'none';

/** A key that is made of the right one, and has to be refused. */
export type MadeKey = 'altered' | 'altered-late' | 'other-case' | 'longer';

/** What a bad request breaks. Requests that break the same constraint are variants of each other. */
export interface BadRequest {
  /** The check that tells of it, alone among valid members. */
  constraint: CheckId;
  kind: 'type' | 'bound' | 'enumeration' | 'unknown' | 'nested' | 'missing' | 'malformed' | 'lenient';
  /**
   * What else is special about the request: nothing, a stream is asked for, other members are drawn, or were drawn and
   * are left out one by one to see which of them the breach needs.
   */
  among: 'alone' | 'streamed' | 'drawn' | 'shrunk';
}

/** One HTTP request to the target, as a check asks for it. Never holds a key: the transport puts it in. */
export interface RequestSpec {
  method: string;
  /** Appended to the base URL; begins with `/`, and holds the query. `{key}` in it becomes the key, URL-encoded. */
  path: string;
  /** A few words for people: what this request tries. */
  label: string;
  /** Sent after the transport's own headers, replacing those of the same name; names are case-insensitive. */
  headers?: readonly (readonly [string, string])[];
  body?: string | Uint8Array;
  /**
   * Requests that give the same name go over one connection, which is kept for them alone; those of a repetition have
   * another one.
   */
  connection?: string;
  /** The body goes out in chunks (Transfer-Encoding: chunked), without saying how long it is. */
  chunked?: true;
  /** Default `main`. */
  credential?: Credential;
  /**
   * The Authorization header's value, `{key}` standing for the key and `{key:base64}` for `:key` in Base64.
   * Default `Bearer {key}`; null sends none. Text without a placeholder is sent as it is.
   */
  authorization?: string | null;
  /** The bearer is a key that is nearly the main one. It is no key of the user's: `credential` is `none` beside it. */
  madeKey?: MadeKey;
  /** What a success is billed for; absent for requests that cost nothing (usage, refusals that are expected). */
  billable?: { tokens: number; choices: number };
  /** It takes the place of one that was refused: bought as long as much is left. */
  isSubstitute?: boolean;
  /** It was asked before with less room, which its answer used up: bought beside what was planned, and not before it. */
  larger?: boolean;
  /** It should be refused, and is billed where it is taken: what is learnt of its constraint spares others. */
  bad?: BadRequest;
  /** A control that all who wait for one share: it is asked when nothing else is left to ask. */
  isControl?: true;
  /** Hands over every piece of the decoded body as it arrives; the body is then not kept in memory above 1 MiB. */
  onBody?: (piece: Uint8Array) => void;
  /** Called before each attempt: whatever `onBody` gathered from an attempt that broke off is to be forgotten. */
  onAttempt?: () => void;
  /** Waited for before each attempt goes out, when it may be paid for: rounds let go of many at once. */
  turn?: () => Promise<void>;
  /** Bounds of this request where the run's own do not fit; milliseconds and bytes. */
  limits?: { silenceMs?: number; totalMs?: number; maxBody?: number };
}

/**
 * Why no whole response came. `cut` means that a response began and its framing was broken off, `head` that parsers of HTTP have
 * to refuse its head, which is recorded as it came.
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
  | 'aborted';

export interface Failure {
  kind: FailureKind;
  /** One line, safe to print, without secrets. */
  message: string;
}

/** A body as it was received, content coding undone. Bodies above 1 MiB lie in a file and not in memory. */
export interface Body {
  /** Bytes received after decoding. */
  readonly size: number;
  /** The whole body when it is in memory, else its beginning, of at least 64 KiB. */
  readonly bytes: Uint8Array;
  /** True when `bytes` is the whole body. */
  readonly whole: boolean;
  /** The file beside the report that holds the whole body, relative to the report's folder. */
  readonly file?: string;
  /** The whole body, piece by piece. */
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** One read of a response body: when it came (ms after the request began) and how many decoded bytes it brought. */
export type Read = readonly [atMs: number, bytes: number];

export interface ResponseRecord {
  status: number;
  statusText: string;
  httpVersion: string;
  /** In the order of arrival, as spelt by the service. */
  headers: readonly (readonly [string, string])[];
  body: Body;
  /** How the body was coded on the wire (`identity`, `gzip`, …) and how many bytes it took there. */
  coding: string;
  wireBytes: number;
  reads: readonly Read[];
  /** In which forms (plain, base64, …) a secret of ours came back in it; absent when none did. */
  leaks?: readonly string[];
  /** Which form where: `header x-echo`, `body`, `headers` for a name; what lies in no single place is not named. */
  leakedIn?: readonly (readonly [form: string, place: string])[];
}

/** One request and what came of it: the evidence on which judges work. */
export interface Exchange {
  /** Unique in the run: `e1`, `e2`, … in the order in which requests began. */
  readonly id: string;
  /** The check, or the shared question, that asked; with `turn` it identifies the exchange in a replay. */
  readonly owner: string;
  /** 0, 1, 2 … counts the requests of one owner. */
  readonly turn: number;
  /** Which shard of a merged run asked. */
  readonly shard?: number;
  readonly label: string;
  readonly credential: Credential;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Uint8Array;
  };
  /** Present when a status line and headers came, even if the body then broke off (`failure` says so). */
  readonly response?: ResponseRecord;
  readonly failure?: Failure;
  readonly billable?: { tokens: number; choices: number };
  /**
   * Ids of exchanges whose kept connections had brought an answer too many by the end of this one: what they got may
   * belong to another request. All of them in a repetition, elsewhere those that were told of by no exchange before.
   */
  readonly doubted?: readonly string[];
  /** Which request it was on its kept connection, and the exchange before it there; absent for the first one. */
  readonly onConnection?: { readonly place: number; readonly after: string };
  /** Epoch milliseconds of the run's clock when the request began. */
  readonly startedAt: number;
  /** Milliseconds after `startedAt`; absent where it was not reached. */
  readonly timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}

/** The first value of a header, name in any case; undefined when it is absent. */
export function header(exchange: Exchange, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return exchange.response?.headers.find(([n]) => n.toLowerCase() === wanted)?.[1];
}

/** No service answered before this (2001), nor after it (the year 5138): milliseconds. */
const EARLIEST_ANSWER = 1e12;
const LATEST_ANSWER = 1e14;

/**
 * When the answer was given by its Date header, in milliseconds; undefined without one. A header that can't be the time is
 * as good as none: a year 0000 is read as 2000.
 */
export function answeredAt(exchange: Exchange): number | undefined {
  const told = Date.parse(header(exchange, 'date') ?? '');
  return told >= EARLIEST_ANSWER && told < LATEST_ANSWER ? told : undefined;
}

/** The media type of the response in lower case, without parameters; '' when no Content-Type came. */
export function mediaType(exchange: Exchange): string {
  return (header(exchange, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body as text, invalid UTF-8 replaced; only for bodies held in memory. */
export function bodyText(exchange: Exchange): string {
  return exchange.response ? decoder.decode(exchange.response.body.bytes) : '';
}
