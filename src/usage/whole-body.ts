import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/**
 * Rejects with `Inconclusive` when an answer is larger than what is held of it in memory: its beginning is no JSON, and
 * that is not the service's fault.
 */
export function expectWhole(exchange: Exchange): void {
  const body = exchange.response?.body;
  if (!body || body.whole || exchange.failure) return;
  throw new Inconclusive(`the body has ${body.size} bytes, above the memory limit of ${body.bytes.length}`, [
    exchange,
  ]);
}
