import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Different requests in a row, all meant to succeed, that say that a service is overloaded. */
const IN_A_ROW = 3;

/** Tells an overloaded service from one that answers single requests with 503. */
export interface Overload {
  /** Notes a 503; true when it speaks of the service and not of this request. */
  tells(spec: RequestSpec): boolean;
  /** Notes an answer that is none. */
  served(): void;
}

/**
 * A service that answers some requests so every time, whatever its load, gives others an answer meanwhile: only where
 * several different ones in a row got nothing else does it want to be asked more slowly.
 */
export function createOverload(): Overload {
  const inARow = new Set<RequestSpec>();
  return {
    tells(spec) {
      // What is not meant to succeed may get nothing else from it.
      if (spec.billable || spec.method === 'GET') inARow.add(spec);
      return inARow.size >= IN_A_ROW;
    },
    served: () => inARow.clear(),
  };
}
