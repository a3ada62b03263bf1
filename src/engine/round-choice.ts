import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Inconclusive } from '../vocabulary/undecidable.ts';
import type { LearnedLeniency } from './learned-leniency.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Valid requests of one round at most: as many as may be in flight. */
const VALID_AT_ONCE = 16;
/** Bad requests of one round at most. */
const LENIENT_AT_ONCE = 48;
/** Tokens that those which ask for much leave to all others of a round. */
const FOR_OTHERS = 160;

/** A request that waits for its round. */
export interface Waiting extends QueuedRequest {
  reasonToSkip: (() => Inconclusive | undefined) | undefined;
  pass: () => void;
  refuse: (reason: Inconclusive) => void;
}

/** Open points and drawn requests come one at a time, and cost little. */
function inSequence({ spec: { bad } }: Waiting): boolean {
  return bad === undefined || bad.among === 'drawn' || bad.among === 'shrunk';
}

/** Valid requests of the next round, of those that wait in order. */
export function validOnes(sorted: readonly Waiting[], room: number): Waiting[] {
  return sorted
    .filter(({ purpose }) => purpose === 'valid' || purpose === 'totals' || purpose === 'doors')
    .slice(0, Math.min(VALID_AT_ONCE, room));
}

/** What goes before its rank, and what has no room in this round. */
export interface Early {
  first: readonly Waiting[];
  later: readonly Waiting[];
}
/** Everybody waits for his rank. */
export const NONE: Early = { first: [], later: [] };

/**
 * Drawn requests follow each other in steps, and of those that ask for much a round has room for a few: left to the end they
 * would take a round each.
 */
export function slowOnes(sorted: readonly Waiting[], tokens: number): Early {
  const firsts = sorted.filter(({ purpose, again }) => purpose === 'lenient' && !again);
  const much = firsts.filter(({ price }) => price.tokens >= UNLIMITED_TOKENS);
  const seats = Math.max(1, Math.floor((tokens - FOR_OTHERS) / UNLIMITED_TOKENS));
  const drawn = firsts.filter((one) => one.spec.bad?.among === 'drawn' && !much.includes(one));
  return { first: [...drawn, ...much.slice(0, seats)], later: much.slice(seats) };
}

/** Bad requests of the next round. `room` is for how many of them the caps leave room. */
export function lenientOnes(
  sorted: readonly Waiting[],
  { first, later }: Early,
  leniency: LearnedLeniency,
  room: number,
): Waiting[] {
  const open = sorted.filter(({ purpose }) => purpose === 'lenient');
  const left = open.filter((one) => !one.again && !first.includes(one) && !later.includes(one));
  const rank = left[0]?.rank;
  // What is asked one after the other goes along: it would wait for all others, and then take a round for each.
  const firsts = left.filter((one) => one.rank === rank || inSequence(one));
  // Where a few are left of a rank, those of the next need not wait for them: most of what there is to learn is known.
  const seats = VALID_AT_ONCE - firsts.filter((one) => one.rank === rank).length;
  firsts.push(...left.filter((one) => !firsts.includes(one)).slice(0, Math.max(0, seats)));
  // Half of what is left: the other half is for asking again.
  const most = Math.min(LENIENT_AT_ONCE, Math.max(1, Math.ceil(room / 2)));
  return [...wantedAgain(open, leniency), ...[...first, ...firsts].slice(0, most)];
}

/**
 * Bad requests of a round as far as `tokens` suffice for what their answers may report if all are taken: long prompts cost
 * more than others. Where nothing is repeated one goes in any case.
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

/** Breaches that are to be repeated, of each kind no more than it takes to learn from them. */
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
