import type { Price } from '../vocabulary/billed.ts';
import { type Caps, capsOf } from '../vocabulary/caps.ts';
import { asksForStream } from '../vocabulary/exchange.ts';
import { isLast, type Settings } from '../vocabulary/settings.ts';
import { countedTokens, type Tally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';
import { rooms, type Spent } from './rooms.ts';

/**
 * The share of reported tokens after which only violations are repeated: confirming one is worth more than finding
 * another.
 */
const FOR_FIRSTS_REPORTED = 0.95;
/** The share of valid requests that are not streamed, until so many streams were sent: streams follow them. */
const FOR_UNSTREAMED_REPORTED = 0.6;
const STREAMS = 10;
/** Valid requests that are sent at once before the length of responses is known. */
const FIRST_VALID = 4;
/** Fewer requests than these, and each is to show something that none before it showed. */
const SCARCE = 16;

/** The remaining budget. Requests in flight count as spent. */
export interface SpendBudget {
  /** Reserves the cost of a request; returns the reason if the budget does not suffice. */
  reserve(standing: QueuedRequest): string | undefined;
  /** The request has ended; `billed` is its actual cost. */
  settle(standing: QueuedRequest, billed: Price): void;
  /** True while something is reserved. */
  waits(): boolean;
  /** Remaining completions for invalid requests. */
  lenientRoom(): number;
  /** Remaining tokens that they may request. */
  lenientTokens(): number;
  /** Tokens that the response may report, estimated from earlier responses per character. */
  expected(standing: QueuedRequest): number;
  /** Tokens that may be reported before only violations are repeated. */
  reportable(): number;
  /** Requests in their order. If few tokens may still be reported, each kind has a turn before any has another. */
  inTurns<T extends QueuedRequest>(waiting: readonly T[]): readonly T[];
  /** Valid requests that may be sent at once, so that long responses do not use up the budget before they are
   * noticed.
   */
  validRoom(): number;
}

/** A budget with the caps of these settings; `tally` returns what the run was billed for. */
export function createSpendBudget(settings: Settings, tally: Tally): SpendBudget {
  const caps: Caps = capsOf(settings);
  // Only the last shard sends requests that are meant to be billed, so other shards reserve nothing for later.
  const kept = settings.shard === undefined || isLast(settings.shard) ? 1 : 0;
  const spent: Spent = { valid: none(), doors: none(), totals: none(), lenient: none(), control: none() };
  const underWay = none();
  const expectedTokens = createExpectedTokens(tally);
  const breadth = createBreadth();
  let validUnderWay = 0;
  let streams = 0;

  const left = () =>
    rooms({ caps, spent, kept, repeating: validUnderWay > 0, used: sumOf(tally.billed, underWay) });
  const roomFor = (standing: QueuedRequest): Price =>
    left()[isLarger(standing) ? 'larger' : standing.purpose];

  /** The use of the rest of a cap. Counts of the moment would differ when the record is judged again. */
  const restOf = (what: keyof Price, standing: QueuedRequest): string => {
    const isKept = caps[what] - tally.billed[what] - underWay[what] > roomFor(standing)[what];
    return isKept ? ', and the rest is reserved for checks of more harm' : '';
  };

  const reportable = (): number => caps.reported * FOR_FIRSTS_REPORTED - countedTokens(tally);
  const shareOf = ({ purpose, again, spec }: QueuedRequest): number => {
    if (again || purpose !== 'valid') return 1;
    const leavesRest = kept > 0 && streams < STREAMS && !asksForStream(spec);
    return leavesRest ? FOR_UNSTREAMED_REPORTED : FOR_FIRSTS_REPORTED;
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
      if (countedTokens(tally) >= reported && !free) {
        const rest = reported < caps.reported * FOR_FIRSTS_REPORTED ? ', the rest being for streams' : '';
        return `the answers reported ${countedTokens(tally)} tokens, above the limit of ${reported}${rest} (a larger --max-tokens allows more)`;
      }
      const room = roomFor(standing);
      if (price.completions > room.completions) {
        return `the run is limited to ${caps.completions} completions (--max-billed)${restOf('completions', standing)}`;
      }
      if (price.tokens > room.tokens) {
        return `the run is limited to ${caps.tokens} requested tokens (--max-tokens)${restOf('tokens', standing)}`;
      }
      add(underWay, price, 1);
      breadth.note(standing);
      if (purpose === 'valid') {
        validUnderWay++;
        if (asksForStream(spec)) streams++;
      }
      return undefined;
    },
    settle(standing, billed) {
      const { purpose, price } = standing;
      if (purpose === 'valid') validUnderWay--;
      expectedTokens.note(standing, billed);
      add(underWay, price, -1);
      // The reserve for valid requests covers the planned ones and repetitions of violations.
      if (!isLarger(standing)) add(spent[purpose], billed, 1);
    },
  };
}

/** Whether a request repeats with a larger limit; a repeated violation is paid from its reserve. */
const isLarger = ({ spec, purpose, again }: QueuedRequest): boolean =>
  spec.larger === true && purpose === 'valid' && !again;

/** As many valid requests as fit the remaining tokens, if they report as much as earlier ones. */
function validAtOnce(tally: Tally, left: number): number {
  const { completions } = tally.billed;
  if (completions < FIRST_VALID) return FIRST_VALID;
  return Math.max(1, Math.floor((left * completions) / Math.max(1, countedTokens(tally))));
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

/** Tokens that responses may report, estimated from earlier responses per character of billed requests. */
interface ExpectedTokens {
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

/** Members that make requests show different things. */
const MEMBERS = ['"tools"', '"response_format"', '"logprobs"', '"n":2', '"stream"', '"reasoning_effort"'];

/** What a request shows: requests of one kind show much of the same. */
function kindOf({ spec: { body } }: QueuedRequest): string {
  const text = typeof body === 'string' ? body : '';
  return MEMBERS.filter((member) => text.includes(member)).join(' ');
}

/** Which kinds of requests had their turn, so that each has one before any has another. */
interface Breadth {
  /** A request goes. */
  note(standing: QueuedRequest): void;
  /** Requests in order of the turns of their kinds. */
  order<T extends QueuedRequest>(waiting: readonly T[]): T[];
}

/** No request went so far. */
function createBreadth(): Breadth {
  const served = new Map<string, number>();
  return {
    note: (standing) => void served.set(kindOf(standing), (served.get(kindOf(standing)) ?? 0) + 1),
    order(waiting) {
      const counts = new Map(served);
      const turns = new Map(
        waiting.map((one) => {
          const turn = counts.get(kindOf(one)) ?? 0;
          counts.set(kindOf(one), turn + 1);
          return [one, turn] as const;
        }),
      );
      return waiting.toSorted((a, b) => turns.get(a)! - turns.get(b)!);
    },
  };
}
