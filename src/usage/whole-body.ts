import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/**
 * Rejects with `Inconclusive` if a response is larger than its part in memory: its start is not JSON, which is not
 * the service's fault.
 */
export function expectWhole(exchange: Exchange): void {
  const body = exchange.response?.body;
  if (!body || body.whole || exchange.failure) return;
  throw new Inconclusive(`the body has ${body.size} bytes, above the memory limit of ${body.bytes.length}`, [
    exchange,
  ]);
}
