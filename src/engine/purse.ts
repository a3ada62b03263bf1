import type { Price } from '../vocabulary/billed.ts';
import { type Caps, capsOf } from '../vocabulary/caps.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { isLast } from '../vocabulary/shard.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { createBreadth } from './breadth.ts';
import { createExpectedTokens } from './expected-tokens.ts';
import { rooms, type Spent } from './rooms.ts';
import { createSpares, isSpare } from './spares.ts';
import { isStream, type Standing } from './standing.ts';

/** The share of reported tokens after which only breaches are repeated: one that was found is worth more than another. */
const FOR_FIRSTS_REPORTED = 0.9;
/** The share after which valid requests that are not streamed leave the rest to streams, which are asked after them. */
const FOR_UNSTREAMED_REPORTED = 0.6;
/** Valid requests that go at once before it is known how long answers are. */
const FIRST_VALID = 4;
/** Fewer requests than these, and each is to show something that none before it showed. */
const SCARCE = 16;

/** What may still be bought. What is under way counts as if it were taken. */
export interface Purse {
  /** Sets aside what the request may cost; the reason when there is no room for it. */
  reserve(standing: Standing): string | undefined;
  /** The request has ended; `billed` is what it came to. */
  settle(standing: Standing, billed: Price): void;
  /** True while something is set aside. */
  waits(): boolean;
  /** Completions that bad requests may still cost. */
  lenientRoom(): number;
  /** Tokens that they may ask for. */
  lenientTokens(): number;
  /** Tokens that the answer to a request may report, by what others reported for each character of theirs. */
  expected(standing: Standing): number;
  /** Tokens that may still be reported before nothing but breaches is repeated. */
  reportable(): number;
  /** Requests in their order; where little may still be reported, each kind has its turn before any has another. */
  inTurns<T extends Standing>(waiting: readonly T[]): readonly T[];
  /** Valid requests that may go at once, so that long answers don't use up what is left before anybody knows of them. */
  validRoom(): number;
}

/** A purse of the caps of these settings; `tally` tells what the run was billed for, whoever asked. */
export function createPurse(settings: Settings, tally: Tally): Purse {
  const caps: Caps = capsOf(settings);
  // A shard that is not the last one has nothing to keep for later: all that is meant to be billed is asked by the last.
  const kept = settings.shard === undefined || isLast(settings.shard) ? 1 : 0;
  const spent: Spent = { valid: none(), doors: none(), totals: none(), lenient: none(), beside: none() };
  const underWay = none();
  const spares = createSpares(caps, tally);
  const expectedTokens = createExpectedTokens(tally);
  const breadth = createBreadth();
  let validUnderWay = 0;

  const left = () =>
    rooms({ caps, spent, kept, repeating: validUnderWay > 0, used: sumOf(tally.billed, underWay) });
  const roomFor = (standing: Standing): Price => left()[isLarger(standing) ? 'larger' : standing.purpose];

  /** What the cap was used for, so that a reader can add it up. */
  const restOf = (what: keyof Price, standing: Standing): string => {
    const soFar = tally.billed[what] + underWay[what];
    const kept = caps[what] - soFar - roomFor(standing)[what];
    const others = kept > 0 ? `, ${kept} reserved for checks of more harm` : '';
    return `: ${soFar} used, ${standing.price[what]} needed${others}`;
  };

  const reportable = (): number => caps.reported * FOR_FIRSTS_REPORTED - tally.reported;
  const shareOf = ({ purpose, again, spec }: Standing): number => {
    if (again || purpose !== 'valid') return 1;
    return kept === 0 || isStream(spec) ? FOR_FIRSTS_REPORTED : FOR_UNSTREAMED_REPORTED;
  };

  return {
    waits: () => underWay.completions > 0,
    lenientRoom: () => Math.max(0, left().lenient.completions),
    lenientTokens: () => left().lenient.tokens,
    expected: expectedTokens.of,
    reportable,
    inTurns: (waiting) => (isScarce(tally, reportable()) ? breadth.order(waiting) : waiting),
    validRoom: () => validAtOnce(tally, reportable()),
    reserve(standing) {
      const { purpose, price, spec } = standing;
      const free = purpose === 'doors' && !spec.billable;
      const reported = caps.reported * shareOf(standing);
      if (tally.reported >= reported && !free) {
        const rest = reported < caps.reported * FOR_FIRSTS_REPORTED ? ', the rest being for streams' : '';
        return `the answers reported ${tally.reported} tokens, above the limit of ${reported}${rest} (a larger --max-tokens allows more)`;
      }
      const asked = tally.billed.tokens + underWay.tokens + price.tokens;
      const tooMuch = isSpare(standing) ? spares.refusal(asked, price.tokens) : undefined;
      if (tooMuch !== undefined) return tooMuch;
      const room = roomFor(standing);
      if (price.completions > room.completions) {
        return `the run is limited to ${caps.completions} completions (--max-billed)${restOf('completions', standing)}`;
      }
      if (price.tokens > room.tokens) {
        return `the run is limited to ${caps.tokens} requested tokens (--max-tokens)${restOf('tokens', standing)}`;
      }
      add(underWay, price, 1);
      breadth.note(standing);
      if (purpose === 'valid') validUnderWay++;
      if (isSpare(standing)) spares.begin(price);
      return undefined;
    },
    settle(standing, billed) {
      const { purpose, price } = standing;
      if (purpose === 'valid') validUnderWay--;
      expectedTokens.note(standing, billed);
      add(underWay, price, -1);
      // What is kept for valid requests is for those that were planned, and for breaches that are repeated.
      if (isSpare(standing)) spares.end(price, billed);
      else if (!isLarger(standing)) add(spent[purpose], billed, 1);
    },
  };
}

/** Whether a request asks again with more room; a breach that is repeated is paid from what is kept for it. */
const isLarger = ({ spec, purpose, again }: Standing): boolean =>
  spec.larger === true && purpose === 'valid' && !again;

/** As many valid requests as may report no more than is left, when they report as much as those before them. */
function validAtOnce({ billed, reported }: Tally, left: number): number {
  if (billed.completions < FIRST_VALID) return FIRST_VALID;
  return Math.max(1, Math.floor((left * billed.completions) / Math.max(1, reported)));
}

/** Whether what may still be reported is for a few requests only. */
const isScarce = (tally: Tally, left: number): boolean =>
  tally.billed.completions >= FIRST_VALID && validAtOnce(tally, left) < SCARCE;

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
