import type { OtherClient as ClientId } from '../../vocabulary/other-clients.ts';

type Fetch = typeof globalThis.fetch;

/** What a client is asked for. */
export interface Question {
  model: string;
  /** The only message, of the user. */
  text: string;
  /** Completion tokens at most. */
  tokens: number;
}

/** What a tool loop of a client came to: how often it called the function, and the text that it ended with. */
export interface Looped {
  calls: number;
  text: string;
}

/**
 * A client that others wrote, for the four things that people do with it. Each takes the fetch that its requests go
 * through, and rejects with whatever the client throws. It never retries, and knows no key: the transport puts it in.
 */
export interface OtherClient {
  id: ClientId;
  /** As its users call it. */
  name: string;
  /** What its users install, for the one who has not. */
  install: string;
  /** Package and version, as `@langchain/openai 1.6.0`; undefined where it is not installed. */
  version(): Promise<string | undefined>;
  /** The text of an answer. */
  create(fetch: Fetch, question: Question): Promise<string>;
  /** The text of a stream; with `usage` it asks for usage at the end, by `stream_options`. */
  stream(fetch: Fetch, question: Question, usage: boolean): Promise<string>;
  /** Has a function called, and its result answered. */
  loop(fetch: Fetch, question: Question): Promise<Looped>;
  /** The value of an answer that was asked for by a schema. */
  structured(fetch: Fetch, question: Question): Promise<unknown>;
}

/** Where the client believes the service to be; only the path of its requests is used. */
export const BASE_URL = 'http://client.invalid/api/v1';

/** What is called in the loop, and what it gives back. */
export const TOOL = {
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  result: '{"celsius":19}',
} as const;

/** What a structured answer has to be. */
export const PLACE = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;
