import type { OtherClient as ClientId } from '../../vocabulary/settings.ts';

type Fetch = typeof globalThis.fetch;

/** The input of a client. */
export interface Question {
  model: string;
  /** The only message, from the user. */
  text: string;
  /** Maximum completion tokens. */
  tokens: number;
}

/** The outcome of a client's tool loop: the number of calls, and the final text. */
export interface Looped {
  calls: number;
  text: string;
}

/**
 * A third-party client, for four common uses. Each use takes the fetch for its requests, and rejects with the
 * client's error. The client never retries and has no key: the transport adds it.
 */
export interface OtherClient {
  id: ClientId;
  /** The name that its users know. */
  name: string;
  /** The package to install. */
  install: string;
  /** Package and version, as `@langchain/openai 1.6.0`; undefined if it is not installed. */
  version(): Promise<string | undefined>;
  /** The text of a completion. */
  create(fetch: Fetch, question: Question): Promise<string>;
  /** The text of a stream; with `usage` it requests usage at the end by `stream_options`. */
  stream(fetch: Fetch, question: Question, usage: boolean): Promise<string>;
  /** Completes a tool-call round trip. */
  loop(fetch: Fetch, question: Question): Promise<Looped>;
  /** The value of a completion that was requested with a schema. */
  structured(fetch: Fetch, question: Question): Promise<unknown>;
}

/** The base URL that the client is given; only the path of its requests is used. */
export const BASE_URL = 'http://client.invalid/api/v1';

/** The function of the tool loop, and its result. */
export const TOOL = {
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  result: '{"celsius":19}',
} as const;

/** The schema of a structured completion. */
export const PLACE = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;
