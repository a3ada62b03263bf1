import type { Clock } from '../../src/vocabulary/clock.ts';

/** The endpoint at a path. */
export type Endpoint = 'completions' | 'stats' | 'summary' | 'export';

/** The account of a key. */
export interface Account {
  key: string;
  organization: string;
  user: string;
  email: string;
}

/** The running service as hooks need it: time, and seeded randomness. */
export interface Surroundings {
  readonly clock: Clock;
  readonly seed: number;
  /** The next number in [0, 1) of this service's own sequence. */
  random(): number;
  /** How often this was called with `name` before: 0, 1, 2 … */
  count(name: string): number;
}

/** A request as received. */
export interface Arrived {
  method: string;
  /** Path and query. */
  url: string;
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Record<string, string>;
  /** The names of the headers in their spelling, where it is known. */
  spellings?: readonly string[];
  body: Uint8Array;
  /** The number of its connection, from 0; absent if there is none. */
  connection?: number;
}

/** A request as it reached the service. */
export interface ServiceRequest {
  readonly service: Surroundings;
  /** Counts the requests of this service: 0, 1, 2 … */
  readonly serial: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of the headers in their spelling, where it is known. */
  readonly spellings?: readonly string[] | undefined;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  /** The number of its connection, from 0; absent if there is none. */
  readonly connection?: number | undefined;
  /** Which request of its connection it is: 1, 2, 3 … */
  readonly place: number;
  endpoint?: Endpoint;
  /** Set when the key was accepted. */
  account?: Account;
  /** The body of a completion request as parsed, set before it is validated. */
  json?: unknown;
}

/** One write to the socket, after `delayMs` of the service's clock. */
export interface Write {
  bytes: Uint8Array;
  delayMs?: number;
}

/** A response before it is written. */
export interface Reply {
  status: number;
  statusText?: string;
  /** In the order in which they are sent. */
  headers: [name: string, value: string][];
  /** Bytes are sent with their Content-Length; writes are sent chunked, unless a Content-Length is among the headers. */
  body: Uint8Array | Iterable<Write> | AsyncIterable<Write>;
  /** How the response ends: as its framing says, by a reset of the connection, or never. Default `whole`. */
  end?: 'whole' | 'reset' | 'never';
}

/** The value of the first header of that name (any case) in a reply. */
export function headerOf(reply: Reply, name: string): string | undefined {
  return reply.headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1];
}

/** The same reply with a header replaced or added; `undefined` removes it. */
export function withHeader(reply: Reply, name: string, value: string | undefined): Reply {
  const others = reply.headers.filter(([n]) => n.toLowerCase() !== name.toLowerCase());
  return { ...reply, headers: value === undefined ? others : [...others, [name, value]] };
}
