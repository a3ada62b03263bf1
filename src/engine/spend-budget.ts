import type { Price } from '../vocabulary/billed.ts';
import { type Caps, capsOf } from '../vocabulary/caps.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { isLast } from '../vocabulary/shard.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { createExpectedTokens } from './expected-tokens.ts';
import type { QueuedRequest } from './queued-request.ts';
import { rooms, type Spent } from './rooms.ts';
import { createSubstitutes, isSubstitute } from './substitute-requests.ts';

/** The share of reported tokens after which only breaches are repeated: one that was found is worth more than another. */
const FOR_FIRSTS_REPORTED = 0.9;
/** Valid requests that go at once before it is known how long answers are. */
const FIRST_VALID = 4;

/** What may still be bought. What is under way counts as if it were taken. */
export interface SpendBudget {
  /** Sets aside what the request may cost; the reason when there is no room for it. */
  reserve(standing: QueuedRequest): string | undefined;
  /** The request has ended; `billed` is what it came to. */
  settle(standing: QueuedRequest, billed: Price): void;
  /** True while something is set aside. */
  waits(): boolean;
  /** Completions that bad requests may still cost. */
  lenientRoom(): number;
  /** Tokens that they may ask for. */
  lenientTokens(): number;
  /** Tokens that the answer to a request may report, by what others reported for each character of theirs. */
  expected(standing: QueuedRequest): number;
  /** Tokens that may still be reported before nothing but breaches is repeated. */
  reportable(): number;
  /** Valid requests that may go at once, so that long answers don't use up what is left before anybody knows of them. */
  validRoom(): number;
}

/** A budget of the caps of these settings; `tally` tells what the run was billed for, whoever asked. */
export function createSpendBudget(settings: Settings, tally: Tally): SpendBudget {
  const caps: Caps = capsOf(settings);
  // A shard that is not the last one has nothing to keep for later: all that is meant to be billed is asked by the last.
  const kept = settings.shard === undefined || isLast(settings.shard) ? 1 : 0;
  const spent: Spent = { valid: none(), doors: none(), totals: none(), lenient: none(), control: none() };
  const underWay = none();
  const substitutes = createSubstitutes(caps, tally);
  const expectedTokens = createExpectedTokens(tally);
  let validUnderWay = 0;

  const left = () =>
    rooms({ caps, spent, kept, repeating: validUnderWay > 0, used: sumOf(tally.billed, underWay) });
  const roomFor = (standing: QueuedRequest): Price =>
    left()[isLarger(standing) ? 'larger' : standing.purpose];

  /** What the cap was used for, so that a reader can add it up. */
  const restOf = (what: keyof Price, standing: QueuedRequest): string => {
    const soFar = tally.billed[what] + underWay[what];
    const kept = caps[what] - soFar - roomFor(standing)[what];
    const others = kept > 0 ? `, ${kept} reserved for checks of more harm` : '';
    return `: ${soFar} used, ${standing.price[what]} needed${others}`;
  };

  const reportable = (): number => caps.reported * FOR_FIRSTS_REPORTED - tally.reported;

  return {
    waits: () => underWay.completions > 0,
    lenientRoom: () => Math.max(0, left().lenient.completions),
    lenientTokens: () => left().lenient.tokens,
    expected: expectedTokens.of,
    reportable,
    validRoom: () => validAtOnce(tally, reportable()),
    reserve(standing) {
      const { purpose, price, spec, again } = standing;
      const free = purpose === 'doors' && !spec.billable;
      const reported = caps.reported * (again || purpose !== 'valid' ? 1 : FOR_FIRSTS_REPORTED);
      if (tally.reported >= reported && !free) {
        const more = settings.profile === 'exhaustive' ? '' : ' (--profile exhaustive allows more)';
        return `the answers reported ${tally.reported} tokens, above the limit of ${reported}${more}`;
      }
      const asked = tally.billed.tokens + underWay.tokens + price.tokens;
      const tooMuch = isSubstitute(standing) ? substitutes.refusal(asked, price.tokens) : undefined;
      if (tooMuch !== undefined) return tooMuch;
      const room = roomFor(standing);
      if (price.completions > room.completions) {
        return `the run is limited to ${caps.completions} completions (--max-billed)${restOf('completions', standing)}`;
      }
      if (price.tokens > room.tokens) {
        return `the run is limited to ${caps.tokens} requested tokens (--max-tokens)${restOf('tokens', standing)}`;
      }
      add(underWay, price, 1);
      if (purpose === 'valid') validUnderWay++;
      if (isSubstitute(standing)) substitutes.begin(price);
      return undefined;
    },
    settle(standing, billed) {
      const { purpose, price } = standing;
      if (purpose === 'valid') validUnderWay--;
      expectedTokens.note(standing, billed);
      add(underWay, price, -1);
      // What is kept for valid requests is for those that were planned, and for breaches that are repeated.
      if (isSubstitute(standing)) substitutes.end(price, billed);
      else if (!isLarger(standing)) add(spent[purpose], billed, 1);
    },
  };
}

/** Whether a request asks again with more room; a breach that is repeated is paid from what is kept for it. */
const isLarger = ({ spec, purpose, again }: QueuedRequest): boolean =>
  spec.larger === true && purpose === 'valid' && !again;

/** As many valid requests as may report no more than is left, when they report as much as those before them. */
function validAtOnce({ billed, reported }: Tally, left: number): number {
  if (billed.completions < FIRST_VALID) return FIRST_VALID;
  return Math.max(1, Math.floor((left * billed.completions) / Math.max(1, reported)));
}

const sumOf = (one: Price, other: Price): Price => ({
  completions: one.completions + other.completions,
  tokens: one.tokens + other.tokens,
});

function none(): Price {
  return { completions: 0, tokens: 0 };
}

function add(sum: Price, { completions, tokens }: Price, sign: 1 | -1): void {
  sum.completions += sign * completions;
  sum.tokens += sign * tokens;
}
