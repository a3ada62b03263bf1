import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** A finding in one exchange. `expected` groups equal findings, so it contains no instance data. */
export function finding(
  exchange: Exchange,
  expected: string,
  actual: string,
  place: string,
  more: Pick<Finding, 'as' | 'clause' | 'derived'> = {},
): Finding {
  return { expected, actual, place, exchanges: [exchange.id], ...more };
}
