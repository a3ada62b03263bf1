import type { Exchange } from './exchange.ts';

/**
 * Whether a request uses a key in another form, or a feature that the contract leaves open: any 4xx may reject it.
 */
export function mayGetAnyRefusal({ owner }: Pick<Exchange, 'owner'>): boolean {
  return /^(auth|open)\//.test(owner);
}
