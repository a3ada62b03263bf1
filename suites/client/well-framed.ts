import { list } from '../../src/judge/json.ts';
import type { ParsedStream } from '../../src/judge/parsed-stream.ts';
import { firstBroken } from '../../src/judge/rule.ts';
import { CHUNK_RULES } from '../../src/judge/stream/chunk-rules.ts';
import { STATED_FRAMING } from '../../src/judge/stream/framing-rules.ts';
import { chunked, strictlyChunked } from '../../src/judge/stream/reading.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';
import {
  attempt,
  Inconclusive,
  isUndecidable,
  orUndefined,
  type Undecidable,
} from '../../src/vocabulary/undecidable.ts';

/** Reads a stream for a client: a violation of framing is left to the check that reports it. */
async function wellFramed(exchange: Exchange): Promise<ParsedStream> {
  const { failure } = exchange;
  if (failure) throw new Inconclusive(`the stream: ${failure.message}`, [exchange], 'stream/body-ends');
  const reading = await strictlyChunked(exchange);
  const rule = firstBroken(STATED_FRAMING, reading);
  if (rule) throw new Inconclusive('the stream has invalid framing', [exchange], rule.id);
  // A stream with an error event only is one without choices.
  if (!hasChoice(reading)) {
    throw new Inconclusive('the stream has no choice', [exchange], 'stream/choices-as-asked');
  }
  return reading;
}

const hasChoice = ({ chunks }: ParsedStream) => chunks.some(({ json }) => list(json.choices).length > 0);

/** A stream for a client, and the reason to leave it to another check if the client fails. */
export interface ForClient {
  reading: ParsedStream;
  doubt?: Undecidable;
}

/**
 * The same if the client's own reading decides: a client that reads all that was sent works, whatever the framing.
 * Rejects with `Inconclusive` if it is unknown what was sent.
 */
export async function forClient(exchange: Exchange): Promise<ForClient> {
  const strict = await attempt(wellFramed(exchange));
  if (!isUndecidable(strict)) return { reading: strict };
  const reading = exchange.failure ? undefined : await orUndefined(chunked(exchange));
  if (!reading || !hasChoice(reading)) throw strict;
  return { reading, doubt: strict };
}

/** The same for a client's helpers, which depend on OpenAI's documentation of chunks. */
export async function documented(exchange: Exchange): Promise<ParsedStream> {
  const reading = await wellFramed(exchange);
  const rule = firstBroken(CHUNK_RULES, reading);
  if (rule) throw new Inconclusive("the chunks differ from OpenAI's format", [exchange], rule.id);
  return reading;
}
