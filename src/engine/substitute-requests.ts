import type { Price } from '../vocabulary/billed.ts';
import type { Caps } from '../vocabulary/caps.ts';
import { countedTokens, type Tally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';

/**
 * The share of tokens, requested or reported, after which no rejected request is substituted: planned requests come
 * first.
 */
const OF_TOKENS = 0.6;
/** The maximum share of completions for substitutes. */
const OF_COMPLETIONS = 1 / 15;
/** The same for a substitute with at most so many tokens: texts of two choices must not wait behind long calls. */
const OF_COMPLETIONS_IF_SMALL = 1 / 10;
const SMALL = 8;

/** Substitutes of rejected requests: bought while much of the budget is left, and never much of it. */
export interface SubstituteRequests {
  /** Why another one is not bought; `asked` are the tokens of the run with it, `own` its own. */
  refusal(asked: number, own: number): string | undefined;
  begin(price: Price): void;
  end(price: Price, billed: Price): void;
}

/** Whether a request is a substitute; a repeated violation is not. */
export const isSubstitute = ({ spec, purpose, again }: QueuedRequest): boolean =>
  spec.isSubstitute === true && purpose === 'valid' && !again;

/** None was bought yet. */
export function createSubstitutes(caps: Caps, tally: Tally): SubstituteRequests {
  let bought = 0;
  return {
    refusal(asked, own) {
      const share = own <= SMALL ? OF_COMPLETIONS_IF_SMALL : OF_COMPLETIONS;
      const isEnough = countedTokens(tally) >= caps.reported * OF_TOKENS || asked > caps.tokens * OF_TOKENS;
      if (!isEnough && bought < caps.completions * share) return undefined;
      return 'substitute requests would leave too few tokens for other requests';
    },
    // Requests in flight count as spent.
    begin(price) {
      bought += price.completions;
    },
    end(price, billed) {
      bought += billed.completions - price.completions;
    },
  };
}
