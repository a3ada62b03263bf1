import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';

/** The first characters of a body, to recognize its format. */
export function beginning({ response }: Exchange): string {
  return Buffer.from(response?.body.bytes.subarray(0, 64) ?? []).toString('latin1');
}

/** An event field or a comment, possibly after a byte-order mark, read as single bytes. */
const EVENT_FIELD = /^(\xEF\xBB\xBF)?\s*(data|event|id|retry)?:/;

/** True if a response is an event stream by its media type or by its first bytes. */
export function isEventStream(exchange: Exchange): boolean {
  return mediaType(exchange) === 'text/event-stream' || EVENT_FIELD.test(beginning(exchange));
}

/** Bytes of bodies whose values are cached, in addition to the last one: a value can take twenty times as much memory. */
const KEPT_BYTES = 512 * 1024;
const parsed = new Map<Exchange, unknown>();
let kept = 0;

const sizeOf = ({ response }: Exchange): number => response?.body.bytes.length ?? 0;

/** The body as JSON; undefined if it is not JSON. The most recent values are cached. */
export function jsonBody(exchange: Exchange): unknown {
  if (parsed.has(exchange)) return parsed.get(exchange);
  const value = parse(exchange);
  for (const oldest of parsed.keys()) {
    if (kept <= KEPT_BYTES) break;
    parsed.delete(oldest);
    kept -= sizeOf(oldest);
  }
  parsed.set(exchange, value);
  kept += sizeOf(exchange);
  return value;
}

function parse(exchange: Exchange): unknown {
  try {
    return parseJson(bodyText(exchange));
  } catch {
    return undefined;
  }
}
