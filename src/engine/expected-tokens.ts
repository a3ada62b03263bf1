import type { Price } from '../vocabulary/billed.ts';
import type { Tally } from '../vocabulary/tally.ts';
import type { Standing } from './standing.ts';

/** What answers may report, by what others reported for each character of the requests that were billed. */
export interface ExpectedTokens {
  /** Tokens that the answer to a request may report; 0 as long as nothing is known. */
  of(standing: Standing): number;
  /** A request has ended, and was billed so. */
  note(standing: Standing, billed: Price): void;
}

/** Spaces in a row: no model is told of those between the members of a body. */
const PADDING = / {2,}/g;

/** Nothing was billed yet. */
export function createExpectedTokens(tally: Pick<Tally, 'reported'>): ExpectedTokens {
  let characters = 0;
  const length = ({ spec }: Standing): number =>
    typeof spec.body === 'string' ? spec.body.replace(PADDING, ' ').length : 0;
  return {
    of: (standing) => (characters === 0 ? 0 : (tally.reported * length(standing)) / characters),
    note(standing, billed) {
      if (billed.completions > 0) characters += length(standing);
    },
  };
}
