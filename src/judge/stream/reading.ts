import type { CheckId } from '../../vocabulary/check-ids.ts';
import { type Exchange, mediaType } from '../../vocabulary/exchange.ts';
import { attempt, decided, Inconclusive, isUndecidable, skipped } from '../../vocabulary/undecidable.ts';
import type { FramingKind } from '../framing-reader.ts';
import { beginning, isEventStream } from '../json-body.ts';
import { type ParsedStream, parseStream, tellsOfError } from '../parsed-stream.ts';
import { lenientReading } from './lenient-reading.ts';
import { endedWithDone, isPart } from './unfinished.ts';

/** The check that reports each irregularity that makes the chunks of a stream doubtful. */
const BLOCKERS: readonly (readonly [FramingKind, CheckId])[] = [
  ['invalid-utf8', 'stream/valid-utf8'],
  ['stray-line', 'stream/one-data-line'],
  ['several-data-lines', 'stream/one-data-line'],
  ['line-too-long', 'stream/one-data-line'],
];

/**
 * Reads an exchange as an event stream. Rejects with `Inconclusive` if it is clearly not one, or was truncated
 * before its `[DONE]`. Checks of the body's end judge what follows.
 */
export async function framed(answer: Exchange): Promise<ParsedStream> {
  const exchange = answer.failure && !isPart(answer) ? await endedWithDone(answer) : answer;
  if (looksOther(exchange)) {
    throw new Inconclusive('the response is not an event stream', [exchange], 'stream/content-type');
  }
  return parseStream(exchange);
}

/** A body that begins as events do is a stream, whatever its media type. */
function looksOther(exchange: Exchange): boolean {
  if (isEventStream(exchange)) return false;
  return mediaType(exchange) === 'application/json' || /^\s*[{[<]/.test(beginning(exchange));
}

/** The same for checks of the chunks or the end: a stream with lines out of order shows nothing there. */
async function orderly(exchange: Exchange): Promise<ParsedStream> {
  const reading = await framed(exchange);
  const blockedBy = BLOCKERS.find(([kind]) => reading.framing.irregularities.has(kind));
  if (blockedBy) throw new Inconclusive('the stream has invalid framing', [exchange], blockedBy[1]);
  return reading;
}

/**
 * The same for checks that tolerate lines out of order: a stream that is not text, or has an unread line, shows
 * nothing.
 */
export async function readableLines(
  exchange: Exchange,
  shows: (reading: ParsedStream) => boolean,
): Promise<ParsedStream> {
  const reading = await framed(exchange);
  const { irregularities } = reading.framing;
  const broken = irregularities.has('invalid-utf8') || irregularities.has('line-too-long');
  return broken || !shows(reading) ? orderly(exchange) : reading;
}

/**
 * The same for checks that count choices: a stream with irregular lines or payloads is read as leniently as a
 * client might, as long as nothing can be missing.
 */
async function lenient(exchange: Exchange): Promise<ParsedStream> {
  const reading = await framed(exchange);
  const doubt = doubtAbout(reading);
  if (!doubt) return reading;
  const read = leniently(reading);
  if (!read) throw doubt;
  return read.reading;
}

/** The same for checks that can use one event although another is unreadable. */
export async function asFarAsRead(exchange: Exchange): Promise<ParsedStream> {
  return lenient(exchange).catch(() => orderly(exchange));
}

/** The same for checks of the chunks: the stream was complete. */
export async function chunked(exchange: Exchange): Promise<ParsedStream> {
  return ended(await lenient(exchange));
}

/** The same for clients, which tolerate nothing: every line and every payload is regular. */
export async function strictlyChunked(exchange: Exchange): Promise<ParsedStream> {
  const reading = await framed(exchange);
  const doubt = doubtAbout(reading);
  if (doubt) throw doubt;
  return ended(reading);
}

function ended(reading: ParsedStream): ParsedStream {
  const { exchange } = reading;
  if (reading.lateError) throw skipped('the stream reported an error', [exchange], 'stream/served');
  if (!reading.whole) throw new Inconclusive('the stream exceeds the memory limit', [exchange]);
  return reading;
}

/** Why the chunks of a stream may be incomplete. */
function doubtAbout({ exchange, framing, payloadFault }: ParsedStream): Inconclusive | undefined {
  const line = BLOCKERS.find(([kind]) => framing.irregularities.has(kind));
  if (line) return new Inconclusive('the stream has invalid framing', [exchange], line[1]);
  if (!payloadFault) return undefined;
  return new Inconclusive(
    'a payload of the stream is not a JSON object',
    [exchange],
    'stream/payloads-are-json',
  );
}

const lenientReadings = new WeakMap<Exchange, { reading: ParsedStream; exact: boolean } | undefined>();

/** A stream that is read leniently, once; undefined if something may be missing. */
function leniently(strict: ParsedStream): { reading: ParsedStream; exact: boolean } | undefined {
  const { exchange } = strict;
  if (!lenientReadings.has(exchange)) {
    const body = exchange.response?.body;
    const read = strict.whole && body?.whole ? lenientReading(body.bytes) : undefined;
    const { payloadFault: _, lateError: __, ...rest } = strict;
    const last = read?.chunks.at(-1);
    const lateError = read && read.chunks.length > 1 && last && tellsOfError(last.json) ? last : undefined;
    lenientReadings.set(
      exchange,
      read && {
        reading: { ...rest, chunks: read.chunks, ...(lateError && { lateError }) },
        exact: read.exact,
      },
    );
  }
  return lenientReadings.get(exchange);
}

/**
 * The same for checks of single chunks: a chunk that is not a JSON object, or an error event, does not affect the
 * others, nor does the end of the stream.
 */
export async function eachChunk(exchange: Exchange): Promise<ParsedStream> {
  // Lines out of order are not chunks and do not change the others.
  const strict = await attempt(readableLines(exchange, ({ chunks }) => chunks.length > 0));
  const read = isUndecidable(strict) ? leniently(await framed(exchange)) : undefined;
  const reading = read?.exact ? read.reading : decided(strict);
  if (!reading.lateError) return reading;
  return { ...reading, chunks: reading.chunks.filter((chunk) => !tellsOfError(chunk.json)) };
}
