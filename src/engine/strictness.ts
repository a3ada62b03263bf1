import { billed } from '../vocabulary/billed.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { QueuedRequest } from './queued-request.ts';

/** So many bad requests that were refused, and none that was taken, are a service that looks at what it is sent. */
const ENOUGH = 16;

/** Whether bad requests cost anything, as far as anybody knows. */
export interface Strictness {
  /** Tells what came of a request. */
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
