import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Inconclusive } from '../vocabulary/undecidable.ts';
import type { LearnedLeniency } from './learned-leniency.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Maximum valid requests per round: the concurrency of the run. */
const VALID_AT_ONCE = 16;
/** So many more do not wait for a round of their own. */
const FEW = 4;
/**
 * Maximum requests per round, besides repetitions: three times the concurrency, but for one request outside of rounds.
 */
const AT_ONCE = 47;
/** Tokens that requests with large limits leave to all others of a round. */
const FOR_OTHERS = 160;

/** A request that waits for its round. */
export interface Waiting extends QueuedRequest {
  reasonToSkip: (() => Inconclusive | undefined) | undefined;
  pass: () => void;
  refuse: (reason: Inconclusive) => void;
}

/** Open points and drawn requests are sent one at a time and cost little. */
function inSequence({ spec: { bad } }: Waiting): boolean {
  return bad === undefined || bad.among === 'drawn' || bad.among === 'shrunk';
}

/**
 * Valid requests of the next round, from those that wait in order. If there are few `others`, all start at once:
 * otherwise the last of them would make the round take twice as long.
 */
export function validOnes(sorted: readonly Waiting[], room: number, others: number): Waiting[] {
  const slots = VALID_AT_ONCE - (others < VALID_AT_ONCE ? others : 0);
  const valid = sorted.filter(isValid);
  const most = valid.length <= slots + FEW ? valid.length : slots;
  return valid.slice(0, Math.min(most, room));
}

const isValid = ({ purpose }: Waiting): boolean =>
  purpose === 'valid' || purpose === 'totals' || purpose === 'doors';

/** First attempts at invalid requests, those of the first rank before others. */
export function rankedOnes(sorted: readonly Waiting[]): Waiting[] {
  const left = sorted.filter(isFirstLenient);
  const rank = left[0]?.rank;
  // Sequential requests start with the others: otherwise each would take a round at the end.
  const firsts = left.filter((one) => one.rank === rank || inSequence(one));
  // If few requests of a rank are left, the next rank need not wait: most lessons are known.
  const seats = VALID_AT_ONCE - firsts.filter((one) => one.rank === rank).length;
  return [...firsts, ...left.filter((one) => !firsts.includes(one)).slice(0, Math.max(0, seats))];
}

/**
 * The same for a service that rejects them: rank does not matter. What takes most rounds goes first: requests with
 * large limits, of which only a few fit into the `tokens` of a round, those that follow each other in steps, and then
 * one of each constraint before the longest series of variants. `sentOf` is the number of requests of its constraint.
 */
export function longestFirst(
  sorted: readonly Waiting[],
  tokens: number,
  sentOf: (one: Waiting) => number,
): Waiting[] {
  const firsts = sorted.filter(isFirstLenient);
  const variants = Map.groupBy(
    firsts.filter(({ spec }) => spec.bad?.among === 'alone'),
    ({ spec }) => spec.bad?.constraint,
  );
  const length = (one: Waiting) => {
    const before = sentOf(one);
    return before === 0 ? sorted.length : before + (variants.get(one.spec.bad?.constraint)?.length ?? 0);
  };
  firsts.sort((a, b) => length(b) - length(a));
  const isLarge = ({ price }: Waiting) => price.tokens >= UNLIMITED_TOKENS;
  const seats = Math.max(1, Math.floor((tokens - FOR_OTHERS) / UNLIMITED_TOKENS));
  const others = firsts.filter((one) => !isLarge(one));
  return [
    ...firsts.filter(isLarge).slice(0, seats),
    ...others.filter(inSequence),
    ...others.filter((one) => !inSequence(one)),
  ];
}

const isFirstLenient = ({ purpose, again }: Waiting): boolean => purpose === 'lenient' && !again;

/** Invalid requests of the next round, `firsts` in order. `room` is the number that the caps allow. */
export function lenientOnes(
  sorted: readonly Waiting[],
  firsts: readonly Waiting[],
  leniency: LearnedLeniency,
  room: number,
): Waiting[] {
  const valid = Math.min(VALID_AT_ONCE, sorted.filter(isValid).length);
  const open = sorted.filter(({ purpose }) => purpose === 'lenient');
  // Half of the remaining budget; the other half is for repetitions.
  const most = Math.min(AT_ONCE - valid, Math.max(1, Math.ceil(room / 2)));
  return [...wantedAgain(open, leniency), ...firsts.slice(0, most)];
}

/**
 * Invalid requests of a round whose possible responses fit into `tokens` if all are accepted; long prompts cost
 * more. If nothing is repeated, one is sent in any case.
 */
export function affordable(
  chosen: readonly Waiting[],
  expected: (one: Waiting) => number,
  tokens: number,
): Waiting[] {
  let sum = 0;
  return chosen.filter((one, i) => {
    if (one.again) return true;
    sum += expected(one);
    return sum <= tokens || i === 0;
  });
}

/** Violations to be repeated, of each kind only as many as its lesson needs. */
function wantedAgain(open: readonly Waiting[], leniency: LearnedLeniency): Waiting[] {
  const taken = new Map<string, number>();
  return open.filter(({ again, spec: { bad } }) => {
    if (!again) return false;
    const before = taken.get(bad?.kind ?? '') ?? 0;
    const wanted = leniency.wanting(bad);
    if (bad && Number.isFinite(wanted)) taken.set(bad.kind, before + 1);
    return before < wanted;
  });
}
