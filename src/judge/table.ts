import type { Exchange } from '../vocabulary/exchange.ts';
import type { TableOf } from '../vocabulary/table.ts';
import type { JsonObject } from './json.ts';
import type { ParsedStream } from './parsed-stream.ts';

/** A body to be judged, and the exchange that brought it. */
export interface Completion {
  exchange: Exchange;
  body: JsonObject;
}

/** A body, and how many choices its request asked for. */
export interface CompletionAsked extends Completion {
  row: { choices: number };
}

/** The body of one completion, asked for with n of 1. */
export type BodyTable = TableOf<'body', CompletionAsked, object>;
/** The bodies of several completions. */
export type BodiesTable = TableOf<'bodies', readonly CompletionAsked[], readonly object[]>;
/** The payloads of one stream, without its `[DONE]`. */
export type StreamTable = TableOf<'stream', ParsedStream, readonly object[]>;
/** The payloads of several streams. */
export type StreamsTable = TableOf<'streams', readonly ParsedStream[], readonly (readonly object[])[]>;
/** The answer to one request: its status, and its body as JSON or as text. */
export type AnswerTable = TableOf<
  'answer',
  { exchange: Exchange; what: string },
  { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
>;
