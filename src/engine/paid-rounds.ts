import { billed, FREE } from '../vocabulary/billed.ts';
import { Inconclusive } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { createFirstBreaks } from './first-breaks.ts';
import { createLessons, type Lessons } from './lessons.ts';
import { createPurse } from './purse.ts';
import type { Standing } from './standing.ts';
import { createStillness } from './stillness.ts';

/** Valid requests of one round at most: as many as may be in flight. */
const VALID_AT_ONCE = 16;
/** Bad requests of one round at most. */
const LENIENT_AT_ONCE = 48;

/**
 * Lets requests that may be billed go in rounds: a round is put together when the one before it is answered, in an order
 * that does not depend on which answer came first. So what was learnt, and what a cap leaves out, is the same whenever
 * the seed and the answers are.
 */
export interface PaidRounds {
  /**
   * Resolves when the request may go; rejects with `Inconclusive` when it is left out, or need not be asked: `spared` says
   * why, as soon as something does.
   */
  enter(standing: Standing, spared?: () => Inconclusive | undefined): Promise<void>;
  /** Tells what came of a request that was let go. */
  leave(standing: Standing, exchange: Exchange | undefined): void;
  /** How many rounds were let go so far: what was learnt in an earlier one is known to everybody. */
  current(): number;
  /** Somebody waits before he asks for the same again. */
  pause<T>(wait: Promise<T>): Promise<T>;
}

interface Waiting extends Standing {
  spared: (() => Inconclusive | undefined) | undefined;
  pass: () => void;
  refuse: (reason: Inconclusive) => void;
}

/** Rounds of a run that begins. `tally` tells what it was billed for, whoever asked. */
export function createPaidRounds(settings: Settings, tally: Tally): PaidRounds {
  const purse = createPurse(settings, tally);
  const lessons = createLessons();
  const firstBreaks = createFirstBreaks();
  let waiting: Waiting[] = [];
  let pausing = 0;
  let current = 0;

  const letGo = (one: Waiting): boolean => {
    const reason = purse.reserve(one);
    if (reason === undefined) one.pass();
    // What is set aside for others comes back where they are refused.
    else if (purse.waits()) waiting.push(one);
    else one.refuse(new Inconclusive(`left out: ${reason}`));
    return reason === undefined;
  };

  const next = (): number => {
    current++;
    waiting = waiting.filter((one) => {
      const spared = lessons.spares(one) ?? one.spared?.();
      if (spared) one.refuse(spared);
      return !spared;
    });
    waiting.sort(inOrder);
    firstBreaks.review(waiting, pausing > 0);
    const free = waiting.filter((one) => !firstBreaks.holds(one));
    const chosen = new Set([
      ...validOnes(free, purse.validRoom()),
      ...lenientOnes(waiting, lessons, purse.lenientRoom()),
    ]);
    // Controls are shared by all who wait for one: so they come when nothing else is left to ask.
    if (chosen.size === 0 && pausing === 0) for (const one of waiting) chosen.add(one);
    waiting = waiting.filter((one) => !chosen.has(one));
    return [...chosen].filter(letGo).length;
  };

  const stillness = createStillness(() => {
    // A round may refuse all that it looks at: then there is nobody whose answer would bring the next one.
    while (waiting.length > 0) {
      const before = waiting.length;
      if (next() > 0 || waiting.length === before) return;
    }
  });

  return {
    enter(standing, spared) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({
        ...standing,
        spared,
        pass: () => {
          stillness.begin();
          resolve();
        },
        refuse: reject,
      });
      stillness.arrived();
      return promise;
    },
    leave(standing, exchange) {
      purse.settle(standing, exchange ? billed(exchange) : FREE);
      if (standing.spec.bad && exchange) lessons.learn(standing.spec.bad, exchange);
      firstBreaks.note(standing, exchange);
      stillness.end();
    },
    current: () => current,
    async pause(wait) {
      pausing++;
      try {
        return await wait;
      } finally {
        pausing--;
        stillness.arrived();
      }
    },
  };
}

/** Open points and drawn requests come one at a time, and cost little. */
function inSequence({ spec: { bad } }: Waiting): boolean {
  return bad === undefined || bad.among === 'drawn' || bad.among === 'shrunk';
}

function validOnes(sorted: readonly Waiting[], room: number): Waiting[] {
  return sorted
    .filter(({ purpose }) => purpose === 'valid' || purpose === 'totals' || purpose === 'doors')
    .slice(0, Math.min(VALID_AT_ONCE, room));
}

/** `room` is for how many bad requests the caps leave room. */
function lenientOnes(sorted: readonly Waiting[], lessons: Lessons, room: number): Waiting[] {
  const open = sorted.filter(({ purpose }) => purpose === 'lenient');
  const rank = open.find((one) => !one.again)?.rank;
  // What is asked one after the other goes along: it would wait for all others, and then take a round for each.
  const firsts = open.filter((one) => !one.again && (one.rank === rank || inSequence(one)));
  // Where a few are left of a rank, those of the next need not wait for them: most of what there is to learn is known.
  const seats = VALID_AT_ONCE - firsts.filter((one) => one.rank === rank).length;
  firsts.push(...open.filter((one) => !one.again && !firsts.includes(one)).slice(0, Math.max(0, seats)));
  // Half of what is left: the other half is for asking again.
  const most = Math.min(LENIENT_AT_ONCE, Math.max(1, Math.ceil(room / 2)));
  return [...wantedAgain(open, lessons), ...firsts.slice(0, most)];
}

/** Breaches that are to be repeated, of each kind no more than it takes to learn from them. */
function wantedAgain(open: readonly Waiting[], lessons: Lessons): Waiting[] {
  const taken = new Map<string, number>();
  return open.filter(({ again, spec: { bad } }) => {
    if (!again) return false;
    const before = taken.get(bad?.kind ?? '') ?? 0;
    const wanted = lessons.wanting(bad);
    if (bad && Number.isFinite(wanted)) taken.set(bad.kind, before + 1);
    return before < wanted;
  });
}

function inOrder(a: Standing, b: Standing): number {
  return a.rank - b.rank || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
}
