import type { Price } from '../vocabulary/billed.ts';
import { countedTokens, type Tally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Tokens that responses may report, estimated from earlier responses per character of billed requests. */
export interface ExpectedTokens {
  /** Tokens that the response to a request may report; 0 if nothing is known yet. */
  of(standing: QueuedRequest): number;
  /** A request has ended, with the tokens that it was billed for. */
  note(standing: QueuedRequest, billed: Price): void;
}

/** Several spaces: those between the members of a body do not reach the model. */
const PADDING = / {2,}/g;

/** Nothing was billed yet. */
export function createExpectedTokens(tally: Pick<Tally, 'reported' | 'hidden'>): ExpectedTokens {
  let characters = 0;
  const length = ({ spec }: QueuedRequest): number =>
    typeof spec.body === 'string' ? spec.body.replace(PADDING, ' ').length : 0;
  return {
    of: (standing) => (characters === 0 ? 0 : (countedTokens(tally) * length(standing)) / characters),
    note(standing, billed) {
      if (billed.completions > 0) characters += length(standing);
    },
  };
}
