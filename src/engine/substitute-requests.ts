import type { Price } from '../vocabulary/billed.ts';
import type { Caps } from '../vocabulary/caps.ts';
import type { Tally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';

/** The share of tokens, asked for or reported, after which nothing takes the place of a refused request: what was planned comes first. */
const OF_TOKENS = 0.6;
/** The share of completions that it may come to. */
const OF_COMPLETIONS = 1 / 15;
/** The same for one that asks for no more than so many tokens: texts of two choices are not to wait behind long calls. */
const OF_COMPLETIONS_IF_SMALL = 1 / 10;
const SMALL = 8;

/** What takes the place of refused requests: bought as long as much is left, and never much of it. */
export interface SubstituteRequests {
  /** Why one more is not bought, where it is not; `asked` are the tokens that the run asks for with it, `own` its own. */
  refusal(asked: number, own: number): string | undefined;
  begin(price: Price): void;
  end(price: Price, billed: Price): void;
}

/** Whether a request is one of them; a breach that is repeated is no longer. */
export const isSubstitute = ({ spec, purpose, again }: QueuedRequest): boolean =>
  spec.isSubstitute === true && purpose === 'valid' && !again;

/** None was bought yet. */
export function createSubstitutes(caps: Caps, tally: Tally): SubstituteRequests {
  let bought = 0;
  return {
    refusal(asked, own) {
      const share = own <= SMALL ? OF_COMPLETIONS_IF_SMALL : OF_COMPLETIONS;
      const isEnough = tally.reported >= caps.reported * OF_TOKENS || asked > caps.tokens * OF_TOKENS;
      if (!isEnough && bought < caps.completions * share) return undefined;
      return 'substitute requests would leave too few tokens for other requests';
    },
    // What is under way counts as if it were taken.
    begin(price) {
      bought += price.completions;
    },
    end(price, billed) {
      bought += billed.completions - price.completions;
    },
  };
}
