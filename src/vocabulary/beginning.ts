import type { Exchange } from './exchange.ts';

/** Bytes of a long body that stay in memory: enough to recognize a refusal. Readers of the whole body read it in pieces. */
export const BEGINNING = 4 * 1024;

/** The exchange with the beginning of its body only, if the body is long. */
export function withBeginning(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (!response || response.body.bytes.length <= BEGINNING) return exchange;
  const bytes = new Uint8Array(response.body.bytes.subarray(0, BEGINNING));
  const body = { ...response.body, bytes, whole: false, pieces: () => [bytes] };
  return { ...exchange, response: { ...response, reads: [], body } };
}
