import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Inconclusive } from '../vocabulary/undecidable.ts';
import type { LearnedLeniency } from './learned-leniency.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Maximum valid requests per round: the concurrency of the run. */
const VALID_AT_ONCE = 16;
/** Maximum invalid requests per round. */
const LENIENT_AT_ONCE = 48;
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

/** Valid requests of the next round, from those that wait in order. */
export function validOnes(sorted: readonly Waiting[], room: number): Waiting[] {
  return sorted
    .filter(({ purpose }) => purpose === 'valid' || purpose === 'totals' || purpose === 'doors')
    .slice(0, Math.min(VALID_AT_ONCE, room));
}

/** Requests that ignore rank, and requests that do not fit this round. */
export interface Early {
  first: readonly Waiting[];
  later: readonly Waiting[];
}
/** Each request waits for its rank. */
export const NONE: Early = { first: [], later: [] };

/**
 * Drawn requests follow each other in steps. A round fits only a few requests with large limits: left to the end,
 * each would take a round.
 */
export function slowOnes(sorted: readonly Waiting[], tokens: number): Early {
  const firsts = sorted.filter(({ purpose, again }) => purpose === 'lenient' && !again);
  const much = firsts.filter(({ price }) => price.tokens >= UNLIMITED_TOKENS);
  const seats = Math.max(1, Math.floor((tokens - FOR_OTHERS) / UNLIMITED_TOKENS));
  const drawn = firsts.filter((one) => one.spec.bad?.among === 'drawn' && !much.includes(one));
  return { first: [...drawn, ...much.slice(0, seats)], later: much.slice(seats) };
}

/** Invalid requests of the next round. `room` is the number that the caps allow. */
export function lenientOnes(
  sorted: readonly Waiting[],
  { first, later }: Early,
  leniency: LearnedLeniency,
  room: number,
): Waiting[] {
  const open = sorted.filter(({ purpose }) => purpose === 'lenient');
  const left = open.filter((one) => !one.again && !first.includes(one) && !later.includes(one));
  const rank = left[0]?.rank;
  // Sequential requests start with the others: otherwise each would take a round at the end.
  const firsts = left.filter((one) => one.rank === rank || inSequence(one));
  // If few requests of a rank are left, the next rank need not wait: most lessons are known.
  const seats = VALID_AT_ONCE - firsts.filter((one) => one.rank === rank).length;
  firsts.push(...left.filter((one) => !firsts.includes(one)).slice(0, Math.max(0, seats)));
  // Half of the remaining budget; the other half is for repetitions.
  const most = Math.min(LENIENT_AT_ONCE, Math.max(1, Math.ceil(room / 2)));
  return [...wantedAgain(open, leniency), ...[...first, ...firsts].slice(0, most)];
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
