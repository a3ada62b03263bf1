import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { EventReader, ReadersDisagree } from './event-reader.ts';
import { type Framing, FramingReader } from './framing-reader.ts';
import { isObject, type JsonObject, list, member } from './json.ts';
import { quote } from './quote.ts';

/** One event whose payload is a JSON object. */
export interface Chunk {
  /** Offset of its `data:` line in the body. */
  offset: number;
  json: JsonObject;
}

/** The first payload that is no JSON object, and how many there are; of a stream that is too long to be held, at least. */
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
  /** The chunk that tells of an error after the stream's status had said that all was well, and no choice after it. */
  lateError?: Chunk;
  /** False when the stream was too long for all its chunks to be held: they are then the first of them. */
  whole: boolean;
}

/** What is held of payloads at most, in characters; what comes after it is judged for its framing only. */
const HELD = 2 * 1024 * 1024;
/** The same where the body itself is not held: its run had too much to hold. */
const HELD_OF_LARGE = 16 * 1024;
/** What an event weighs beside its characters, so that countless tiny ones are not held either. */
const EVENT = 64;

const readings = new WeakMap<Exchange, Promise<ParsedStream>>();
/** One is read at a time: meanwhile a stream takes many times its size. */
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
  const events = new EventReader();
  let differ = false;
  const reader = new FramingReader((payload, offset, dataLines) => {
    differ ||= events.next() !== payload;
    // A million broken payloads tell no more than the first thousands, and each costs a thrown error.
    if (fault && held > mostHeld) return;
    const result = parse(payload, dataLines);
    if (result.objects.length === 0) {
      if (fault) fault.count += 1;
      else if (result.fault) fault = { kind: result.fault, offset, sample: quote(payload), count: 1 };
    }
    held += payload.length + EVENT;
    if (held <= mostHeld) for (const json of result.objects) chunks.push({ offset, json });
  });
  for await (const piece of body?.pieces() ?? []) {
    events.feed(piece);
    reader.push(piece);
  }
  events.end();
  const framing = reader.end();
  // Where a stream is irregular readers differ, and the irregularity is what is told.
  differ ||= events.next() !== '[DONE]' || events.next() !== undefined;
  if (differ && framing.irregularities.size === 0 && !events.lost) {
    throw new ReadersDisagree(`two readers see other events in the stream of ${exchange.id}`);
  }
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

/** What goes on afterwards, or ends as it should, was no error that ended it: a note, or a member that is always there. */
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

/** The objects of a payload. An event of several lines is a breach of its own, so its payload is read leniently. */
function parse(payload: string, dataLines: number): { objects: JsonObject[]; fault?: PayloadFault['kind'] } {
  const value = fromJson(payload);
  if (isObject(value)) return { objects: [value] };
  if (dataLines > 1) return { objects: payload.split('\n').map(fromJson).filter(isObject) };
  return { objects: [], fault: value === undefined ? 'not-json' : 'not-an-object' };
}

function fromJson(payload: string): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}

/** True when a payload says that something went wrong: a filled `error` member, or a message where choices should be. */
export function tellsOfError(json: JsonObject): boolean {
  const error = member(json, 'error');
  if (typeof error === 'string') return error !== '';
  if (isObject(error)) return Object.values(error).some((value) => value !== null && value !== '');
  if (Object.hasOwn(json, 'choices')) return false;
  return ['detail', 'message'].some((name) => json[name] !== undefined && json[name] !== null);
}
