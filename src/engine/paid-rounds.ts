import { billed, FREE } from '../vocabulary/billed.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { createFirstBreaks } from './first-breaks.ts';
import { createLessons } from './lessons.ts';
import { createPurse } from './purse.ts';
import { affordable, lenientOnes, NONE, slowOnes, validOnes, type Waiting } from './round-choice.ts';
import type { Standing } from './standing.ts';
import { createStillness } from './stillness.ts';
import { createStrictness } from './strictness.ts';

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

/** Rounds of a run that begins. `tally` tells what it was billed for, whoever asked. */
export function createPaidRounds(settings: Settings, tally: Tally): PaidRounds {
  const purse = createPurse(settings, tally);
  const lessons = createLessons();
  const firstBreaks = createFirstBreaks();
  let waiting: Waiting[] = [];
  let pausing = 0;
  const strictness = createStrictness();
  let current = 0;

  const isPaid = (one: Waiting): boolean => {
    const reason = purse.reserve(one);
    // What is set aside for others comes back where they are refused.
    if (reason !== undefined && purse.waits()) waiting.push(one);
    else if (reason !== undefined) one.refuse(new Inconclusive(`skipped: ${reason}`));
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
    const free = purse.inTurns(waiting.filter((one) => !firstBreaks.holds(one)));
    const isStrict = strictness.isStrict();
    const early = isStrict ? slowOnes(waiting, purse.lenientTokens()) : NONE;
    const open = lenientOnes(waiting, early, lessons, purse.lenientRoom());
    // Half of what is left, as of completions.
    const lenient = isStrict ? open : affordable(open, purse.expected, purse.reportable() / 2);
    const chosen = new Set([...validOnes(free, purse.validRoom()), ...lenient]);
    // Controls are shared by all who wait for one: so they come when nothing else is left to ask.
    if (chosen.size === 0 && pausing === 0) for (const one of waiting) chosen.add(one);
    waiting = waiting.filter((one) => !chosen.has(one));
    const paid = [...chosen].filter(isPaid);
    for (const one of paid.toSorted(putOffFirst)) one.pass();
    return paid.length;
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
      strictness.note(standing, exchange);
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

/** Where a limit ends every round, what it put off would be at the end of each one again. */
function putOffFirst(a: Standing, b: Standing): number {
  return Number(b.retry) - Number(a.retry);
}

function inOrder(a: Standing, b: Standing): number {
  return a.rank - b.rank || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
}
