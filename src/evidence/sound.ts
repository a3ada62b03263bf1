import { Undecided } from '../check.ts';
import { list } from '../judge/json.ts';
import { CHUNK_RULES } from '../judge/stream/chunks.ts';
import type { Reading } from '../judge/stream/reading.ts';
import { breach, MUST_RULES } from '../judge/stream/rules.ts';
import type { Exchange } from '../target/exchange.ts';
import { chunked } from './streams.ts';

/** Reads a stream for a client: one that breaks a rule of framing is left to the check that tells of it. */
export async function sound(exchange: Exchange): Promise<Reading> {
  const reading = await chunked(exchange);
  const rule = MUST_RULES.find((r) => breach(r, reading));
  if (rule) throw new Undecided('the framing of the stream is broken', [exchange], rule.id);
  // A stream that tells of an error and nothing else is one without choices.
  if (!reading.chunks.some(({ json }) => list(json.choices).length > 0)) {
    throw new Undecided('the stream has no choice', [exchange], 'stream/choices-as-asked');
  }
  return reading;
}

/** The same for a client's helpers, which rest on what OpenAI documents of chunks. */
export async function documented(exchange: Exchange): Promise<Reading> {
  const reading = await sound(exchange);
  const rule = CHUNK_RULES.find(({ judge }) => judge(reading).length > 0);
  if (rule) throw new Undecided('the chunks are not as OpenAI documents them', [exchange], rule.id);
  return reading;
}
