import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { parseStream } from '../parsed-stream.ts';

/** The part of a stream that shows that its `[DONE]` with the following blank line is missing. */
const NOT_DONE = ['done-missing', 'done-misspelt', 'done-without-blank-line'] as const;

const ended = new WeakMap<Exchange, Exchange>();
const parts = new WeakMap<Exchange, Exchange>();
const areParts = new WeakSet<Exchange>();

/** Whether it is the received part of a truncated stream (see `wholeEvents`). */
export const isPart = (exchange: Exchange): boolean => areParts.has(exchange);

/**
 * A stream that was truncated after its `[DONE]`: its content is complete. Rejects with `Inconclusive` if it was
 * truncated before.
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
 * The received part of a truncated stream, up to the last blank line: nothing in it is wrong because the rest is
 * missing. It keeps its failure, so that it does not prove that a rule holds. Undefined if no event is complete, or
 * if the body is not in memory.
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
