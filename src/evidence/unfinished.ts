import { parseStream } from '../judge/parsed-stream.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/** What of a stream shows that its `[DONE]`, with the blank line after it, did not come. */
const NOT_DONE = ['done-missing', 'done-misspelt', 'done-without-blank-line'] as const;

const ended = new WeakMap<Exchange, Exchange>();
const parts = new WeakMap<Exchange, Exchange>();
const areParts = new WeakSet<Exchange>();

/** Whether it is what came of a stream that was cut off (see `wholeEvents`). */
export const isPart = (exchange: Exchange): boolean => areParts.has(exchange);

/**
 * A stream whose body broke off after its `[DONE]`, for those who look at what it says: it said all. Rejects with
 * `Inconclusive` when it broke off before.
 */
export async function endedWithDone(exchange: Exchange): Promise<Exchange> {
  const { failure, ...rest } = exchange;
  const { irregularities } = (await parseStream(exchange)).framing;
  if (NOT_DONE.some((kind) => irregularities.has(kind)))
    throw new Inconclusive(`the stream: ${failure?.message}`, [exchange], 'stream/body-ends');
  const known = ended.get(exchange) ?? rest;
  ended.set(exchange, known);
  return known;
}

/**
 * What came of a stream that was cut off, up to the last blank line: nothing in it is wrong because the rest is missing. Its
 * failure stays with it, so that nothing is held by it. Undefined where no event came whole, or the body is not in memory.
 */
export function wholeEvents(exchange: Exchange): Exchange | undefined {
  const { response } = exchange;
  const known = parts.get(exchange);
  if (known || !response?.body.whole) return known;
  const bytes = Buffer.from(response.body.bytes);
  const end = Math.max(bytes.lastIndexOf('\n\n') + 2, bytes.lastIndexOf('\r\n\r\n') + 4);
  if (end < 4) return undefined;
  const came = bytes.subarray(0, end);
  const body = { ...response.body, size: end, bytes: came, pieces: () => [came] };
  const part: Exchange = { ...exchange, response: { ...response, body } };
  areParts.add(part);
  parts.set(exchange, part);
  return part;
}
