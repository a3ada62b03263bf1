import { billed } from '../vocabulary/billed.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { QueuedRequest } from './queued-request.ts';

/**
 * After so many invalid requests were rejected and none was accepted, the service is known to validate requests.
 */
const ENOUGH = 16;

/** Whether invalid requests may be billed, as far as is known. */
export interface Strictness {
  /** Records the outcome of a request. */
  note(standing: QueuedRequest, exchange: Exchange | undefined): void;
  isStrict(): boolean;
}

/** Nothing is known yet. */
export function createStrictness(): Strictness {
  let taken = 0;
  let refused = 0;
  return {
    note({ purpose }, exchange) {
      if (purpose !== 'lenient' || exchange === undefined) return;
      if (billed(exchange).completions > 0) taken++;
      else if (exchange.response) refused++;
    },
    isStrict: () => taken === 0 && refused >= ENOUGH,
  };
}
