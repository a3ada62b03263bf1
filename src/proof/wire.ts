import { createHash } from 'node:crypto';
import type { Exchange } from '../target/exchange.ts';

/** Headers that differ between two answers to the same request, whoever gives them. */
const PASSING = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/**
 * What came over the wire, by request: a digest of status, headers and body, in which ids, times and counts of the
 * moment are blotted out. Two runs of the same seed against the same service give the same digests.
 */
export function wireDigests(exchanges: readonly Exchange[]): Map<string, string> {
  return new Map(exchanges.map((exchange) => [`${exchange.owner} ${exchange.turn}`, digestOf(exchange)]));
}

/** How many requests that both runs made were answered differently. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): number {
  let count = 0;
  for (const [key, digest] of a) if (b.has(key) && b.get(key) !== digest) count++;
  return count;
}

function digestOf({ response, failure }: Exchange): string {
  if (!response) return failure?.kind ?? 'nothing';
  const headers = response.headers
    .filter(([name]) => !PASSING.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`);
  const body = Buffer.from(response.body.bytes).toString('latin1');
  const lasting = body
    .replace(/\b(chatcmpl|call|req|fp)[-_]\w+/g, '$1')
    .replace(/"(created|bytes)":\s*\d{9,}/g, '"$1":0')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T');
  return createHash('sha1')
    .update(`${response.status} ${headers.join('\n')} ${failure?.kind ?? ''}\n${lasting}`)
    .digest('base64');
}
