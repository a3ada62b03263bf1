import type { Exchange } from './exchange.ts';

/** Whether a request asks with a key in another form, or for what the contract leaves open: any 4xx may refuse it. */
export function mayGetAnyRefusal({ owner }: Pick<Exchange, 'owner'>): boolean {
  return /^(auth|open)\//.test(owner);
}
