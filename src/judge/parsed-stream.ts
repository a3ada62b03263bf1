import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { quote } from './finding.ts';
import { type Framing, FramingReader } from './framing-reader.ts';
import { isObject, type JsonObject, list, member } from './json.ts';

/** One event whose payload is a JSON object. */
export interface Chunk {
  /** Offset of its `data:` line in the body. */
  offset: number;
  json: JsonObject;
}

/**
 * The first payload that is not a JSON object, and their number; a minimum if the stream is too long to be stored.
 */
export interface PayloadFault {
  kind: 'not-json' | 'not-an-object';
  offset: number;
  sample: string;
  count: number;
}

/** An event stream, read to its end. */
export interface ParsedStream {
  exchange: Exchange;
  framing: Framing;
  chunks: readonly Chunk[];
  payloadFault?: PayloadFault;
  /** The error chunk after a successful status, with no choice after it. */
  lateError?: Chunk;
  /** False if the stream was too long for all its chunks to be stored: they are then the first of them. */
  whole: boolean;
}

/** A streamed completion with status 200 that was read as an event stream. */
export interface Streamed extends ParsedStream {
  row: PlannedCompletion;
}

/** Maximum stored payloads in characters; only the framing of the rest is judged. */
const HELD = 2 * 1024 * 1024;
/** The same if the body itself is not stored. */
const HELD_OF_LARGE = 16 * 1024;
/** The overhead of an event in characters, so that the number of tiny ones is limited too. */
const EVENT = 64;

const readings = new WeakMap<Exchange, Promise<ParsedStream>>();
/** One is read at a time: reading a stream takes many times its size. */
let turn: Promise<unknown> = Promise.resolve();

/** Reads the body of an exchange as an event stream; each exchange is read once. */
export function parseStream(exchange: Exchange): Promise<ParsedStream> {
  let reading = readings.get(exchange);
  if (!reading) {
    reading = turn.then(() => read(exchange));
    turn = reading.catch(() => {});
    readings.set(exchange, reading);
  }
  return reading;
}

async function read(exchange: Exchange): Promise<ParsedStream> {
  const body = exchange.response?.body;
  const mostHeld = body?.whole ? HELD : HELD_OF_LARGE;
  const chunks: Chunk[] = [];
  let fault: PayloadFault | undefined;
  let held = 0;
  const reader = new FramingReader((payload, offset, dataLines) => {
    // A million broken payloads show no more than the first thousands, and each costs an exception.
    if (fault && held > mostHeld) return;
    const result = parse(payload, dataLines);
    if (result.objects.length === 0) {
      if (fault) fault.count += 1;
      else if (result.fault) fault = { kind: result.fault, offset, sample: quote(payload), count: 1 };
    }
    held += payload.length + EVENT;
    if (held <= mostHeld) for (const json of result.objects) chunks.push({ offset, json });
  });
  for await (const piece of body?.pieces() ?? []) reader.push(piece);
  const framing = reader.end();
  const lateError = errorAtTheEnd(chunks);
  return {
    exchange,
    framing,
    chunks,
    whole: held <= mostHeld,
    ...(fault && { payloadFault: fault }),
    ...(lateError && { lateError }),
  };
}

/**
 * If the stream continues afterwards, or ends regularly, it was not a fatal error: a note, or a member that is
 * always present.
 */
function errorAtTheEnd(chunks: readonly Chunk[]): Chunk | undefined {
  const last = chunks.findLastIndex(({ json }) => list(json.choices).length > 0);
  return chunks.slice(Math.max(0, last)).find(({ json }) => tellsOfError(json) && !endsWell(json));
}

const ENDS: ReadonlySet<unknown> = new Set([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
]);

const endsWell = (json: JsonObject): boolean =>
  list(json.choices).some((choice) => ENDS.has(member(choice, 'finish_reason')));

/**
 * The objects of a payload. An event of several lines is a violation of its own, so its payload is read leniently.
 */
function parse(payload: string, dataLines: number): { objects: JsonObject[]; fault?: PayloadFault['kind'] } {
  const value = fromJson(payload);
  if (isObject(value)) return { objects: [value] };
  if (dataLines > 1) {
    const objects = payload.split('\n').filter((line) => line.includes('{'));
    return { objects: objects.map(fromJson).filter(isObject) };
  }
  return { objects: [], fault: value === undefined ? 'not-json' : 'not-an-object' };
}

function fromJson(payload: string): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}

/** True if a payload reports an error: a filled `error` member, or a message instead of choices. */
export function tellsOfError(json: JsonObject): boolean {
  const error = member(json, 'error');
  if (typeof error === 'string') return error !== '';
  if (isObject(error)) return Object.values(error).some((value) => value !== null && value !== '');
  if (Object.hasOwn(json, 'choices')) return false;
  return ['detail', 'message'].some((name) => json[name] !== undefined && json[name] !== null);
}
