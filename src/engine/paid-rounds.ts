import { billed, FREE } from '../vocabulary/billed.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { createFirstBreaks } from './first-breaks.ts';
import { createLearnedLeniency, type LearnedLeniency } from './learned-leniency.ts';
import type { QueuedRequest } from './queued-request.ts';
import {
  affordable,
  lenientOnes,
  longestFirst,
  rankedOnes,
  validOnes,
  type Waiting,
} from './round-choice.ts';
import { createSpendBudget, type SpendBudget } from './spend-budget.ts';

/**
 * Sends requests that may be billed in rounds. A round is chosen when the previous one is complete, in an order
 * that does not depend on which response came first. With the same seed and the same responses, each run therefore
 * learns and skips the same.
 */
export interface PaidRounds {
  /**
   * Resolves when the request may be sent; rejects with `Inconclusive` if it is skipped or unnecessary: `reasonToSkip`
   * returns the reason as soon as there is one.
   */
  enter(standing: QueuedRequest, reasonToSkip?: () => Inconclusive | undefined): Promise<void>;
  /** Reports the outcome of a released request. */
  leave(standing: QueuedRequest, exchange: Exchange | undefined): void;
  /** The number of released rounds: lessons of earlier rounds are known to all requests. */
  current(): number;
  /** A caller waits before it repeats a request. */
  pause<T>(wait: Promise<T>): Promise<T>;
}

/** The rounds of a new run. `tally` returns what was billed, whoever sent it. */
export function createPaidRounds(settings: Settings, tally: Tally): PaidRounds {
  const budget = createSpendBudget(settings, tally);
  const leniency = createLearnedLeniency();
  const firstBreaks = createFirstBreaks();
  let waiting: Waiting[] = [];
  let pausing = 0;
  const strictness = createStrictness();
  let current = 0;

  const isPaid = (one: Waiting): boolean => {
    const reason = budget.reserve(one);
    // Reserves of rejected requests are released.
    if (reason !== undefined && budget.waits()) waiting.push(one);
    else if (reason !== undefined) one.refuse(new Inconclusive(`skipped: ${reason}`));
    return reason === undefined;
  };

  const next = (): number => {
    current++;
    waiting = waiting.filter((one) => {
      const reasonToSkip = leniency.reasonToSkip(one) ?? one.reasonToSkip?.();
      if (reasonToSkip) one.refuse(reasonToSkip);
      return !reasonToSkip;
    });
    waiting.sort(inOrder);
    firstBreaks.review(waiting, pausing > 0);
    const free = budget.inTurns(waiting.filter((one) => !firstBreaks.holds(one)));
    const lenient = lenientOf(waiting, { strictness, leniency, budget });
    const chosen = new Set([...validOnes(free, budget.validRoom(), lenient.length), ...lenient]);
    // Controls are shared by all waiting checks, so they are sent when nothing else is left.
    if (chosen.size === 0 && pausing === 0) for (const one of waiting) chosen.add(one);
    waiting = waiting.filter((one) => !chosen.has(one));
    const paid = [...chosen].filter(isPaid);
    for (const one of paid) strictness.goes(one);
    for (const one of paid.toSorted(putOffFirst)) one.pass();
    return paid.length;
  };

  const quiescence = createQuiescence(() => {
    // A round may skip all its requests: no response would then start the next one.
    while (waiting.length > 0) {
      const before = waiting.length;
      if (next() > 0 || waiting.length === before) return;
    }
  });

  return {
    enter(standing, reasonToSkip) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({
        ...standing,
        reasonToSkip,
        pass: () => {
          quiescence.begin();
          resolve();
        },
        refuse: reject,
      });
      quiescence.arrived();
      return promise;
    },
    leave(standing, exchange) {
      budget.settle(standing, exchange ? billed(exchange) : FREE);
      strictness.note(standing, exchange);
      if (standing.spec.bad && exchange) leniency.learn(standing.spec.bad, exchange);
      firstBreaks.note(standing, exchange);
      quiescence.end();
    },
    current: () => current,
    async pause(wait) {
      pausing++;
      try {
        return await wait;
      } finally {
        pausing--;
        quiescence.arrived();
      }
    },
  };
}

interface Known {
  strictness: Strictness;
  leniency: LearnedLeniency;
  budget: SpendBudget;
}

/** Invalid requests of the next round. */
function lenientOf(waiting: readonly Waiting[], { strictness, leniency, budget }: Known): Waiting[] {
  const isStrict = strictness.isStrict();
  const firsts = isStrict
    ? longestFirst(waiting, budget.lenientTokens(), strictness.sentOf)
    : rankedOnes(waiting);
  const open = lenientOnes(waiting, firsts, leniency, budget.lenientRoom());
  // Half of the remaining tokens, as of completions.
  return isStrict ? open : affordable(open, budget.expected, budget.reportable() / 2);
}

/** If a limit ends every round, deferred requests would otherwise be last in each round. */
function putOffFirst(a: QueuedRequest, b: QueuedRequest): number {
  return Number(b.retry) - Number(a.retry);
}

function inOrder(a: QueuedRequest, b: QueuedRequest): number {
  return a.rank - b.rank || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
}

/**
 * After so many invalid requests were rejected and none was accepted, the service is known to validate requests.
 */
const ENOUGH = 16;

/** Whether invalid requests may be billed, as far as is known, and how often each constraint was tested. */
interface Strictness {
  /** A request goes. */
  goes(standing: QueuedRequest): void;
  /** Requests of the constraint of this one that went. */
  sentOf(standing: QueuedRequest): number;
  /** Records the outcome of a request. */
  note(standing: QueuedRequest, exchange: Exchange | undefined): void;
  isStrict(): boolean;
}

/** Nothing is known yet. */
function createStrictness(): Strictness {
  let taken = 0;
  let refused = 0;
  const sent = new Map<string, number>();
  const sentOf = ({ spec }: QueuedRequest) => sent.get(spec.bad?.constraint ?? '') ?? 0;
  return {
    sentOf,
    goes(standing) {
      const { bad } = standing.spec;
      if (bad?.among === 'alone') sent.set(bad.constraint, sentOf(standing) + 1);
    },
    note({ purpose }, exchange) {
      if (purpose !== 'lenient' || exchange === undefined) return;
      if (billed(exchange).completions > 0) taken++;
      else if (exchange.response) refused++;
    },
    isStrict: () => taken === 0 && refused >= ENOUGH,
  };
}

/** Event-loop turns without news, after which every caller has sent its requests. */
const QUIET_TURNS = 3;
/** A request that takes so much longer than all others is not awaited. */
const LAGGARD = 3;
const LEAST_LAG_MS = 5_000;

/** Notices when nothing is in flight and every caller has reacted to the responses. */
interface Quiescence {
  begin(): void;
  end(): void;
  /** A caller starts to wait. */
  arrived(): void;
}

/** Calls `whenQuiet` each time; again only after something arrived or ended. */
function createQuiescence(whenQuiet: () => void): Quiescence {
  let underWay = 0;
  let news = 0;
  let watching = false;
  let since = 0;
  let slowest = 0;
  let laggards: NodeJS.Timeout | undefined;

  const watch = (turns: number, seen: number): void => {
    setImmediate(() => {
      if (underWay > 0) watching = false;
      else if (seen !== news) watch(0, news);
      else if (turns + 1 < QUIET_TURNS) watch(turns + 1, seen);
      else {
        watching = false;
        whenQuiet();
      }
    });
  };
  const arrived = () => {
    news++;
    if (watching || underWay > 0) return;
    watching = true;
    watch(0, news);
  };
  /** Measured on the machine's clock: a simulated clock has no slow requests. */
  const awaitLaggards = () => {
    clearTimeout(laggards);
    if (underWay === 0) return;
    laggards = setTimeout(whenQuiet, Math.max(LEAST_LAG_MS, LAGGARD * slowest));
    laggards.unref();
  };
  return {
    arrived,
    begin() {
      if (underWay++ === 0) since = performance.now();
      awaitLaggards();
    },
    end() {
      underWay--;
      // For a whole round, so a rough limit is sufficient.
      slowest = Math.max(slowest, performance.now() - since);
      awaitLaggards();
      arrived();
    },
  };
}
