import type { LimitGuard } from '../pace/limits.ts';
import type { OutageGuard } from '../pace/outage.ts';
import { sendWithRetry } from '../pace/retry.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { type Asker, BudgetSpent, type Target, TargetDown, type Urgency } from '../vocabulary/target.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import type { BalanceGuard } from './balance-guard.ts';
import type { Breaks } from './breaks.ts';
import type { Controls } from './controls.ts';
import { type ExchangeLog, withoutBody } from './exchange-log.ts';
import type { IsolatedRepetition } from './isolated-repetition.ts';
import type { PaidRounds } from './paid-rounds.ts';
import { queuedRequestOf } from './queued-request.ts';

/** What all requesters of a run have in common. */
export interface RunContext {
  target: Target;
  settings: Settings;
  exchangeLog: ExchangeLog;
  /** Hears every exchange, with what was asked for: rules that hold for any answer are applied to it. */
  sweep(exchange: Exchange, spec: RequestSpec): void;
  balanceGuard: BalanceGuard;
  limitGuard: LimitGuard;
  outageGuard: OutageGuard;
  shared: Map<string, SharedAnswer>;
  turns: Map<string, number>;
  rounds: PaidRounds;
  breaks: Breaks;
  alone: IsolatedRepetition;
  controls: Controls;
  /** Whether much waits for what an owner of requests asks, or nothing does. */
  urgencyOf(owner: string): Urgency | undefined;
  /** Hears what is waited for. */
  watch: RunWatch | undefined;
}

/** An answer that several checks look at, with the exchanges that it took. */
interface SharedAnswer {
  promise: Promise<unknown>;
  exchanges: Exchange[];
}

/**
 * Asks in the name of `owner`; every exchange that an answer rests on is handed to `witness`, those of shared answers
 * included. In round 2 owners and shared names carry a mark, so that a violation is repeated with fresh exchanges and a
 * replay can tell the rounds apart. What goes `alone` waits until nothing else is under way.
 */
export function createRequester(
  runContext: RunContext,
  owner: string,
  round: 1 | 2,
  witness: (exchange: Exchange) => void,
  alone = false,
): Requester {
  const name = round === 1 ? owner : `${owner}#2`;

  const attempt = async (spec: RequestSpec, again?: Again): Promise<Exchange> => {
    const turn = runContext.turns.get(name) ?? 0;
    runContext.turns.set(name, turn + 1);
    const asker = { owner: name, turn, urgency: alone ? ('alone' as const) : runContext.urgencyOf(name) };
    const exchange = await sendInTurn(runContext, spec, asker, round, again);
    runContext.exchangeLog.note(exchange);
    runContext.sweep(exchange, spec);
    witness(exchange);
    return exchange;
  };

  const requester: Requester = {
    round,
    sendOnce: (spec) => attempt(spec),
    send: async (spec) => {
      runContext.balanceGuard.refuseWhenEmpty(spec);
      const clock = pausing(runContext);
      const { settings, target, breaks } = runContext;
      // What repeats a breach has to see it as often as it takes.
      const known = round === 1 && { broken: breaks.known };
      const patience = { clock, settings, tally: target.tally, health: target.health, ...known };
      const once = (one: RequestSpec) => {
        let last: Exchange | undefined;
        const again = async (same: RequestSpec) => {
          last = await attempt(same, { before: last });
          return last;
        };
        return sendWithRetry(again, one, patience).catch((error: unknown) => {
          if (error instanceof Inconclusive) breaks.note(one, error.exchanges);
          throw error;
        });
      };
      const first = await once(spec);
      const answer = await runContext.limitGuard.inspect(first, spec, once, clock);
      const ways = { again: once, control: requester.sendControl };
      const exchange = await runContext.outageGuard.inspect(answer, spec, ways, clock);
      if (exchange !== first) runContext.exchangeLog.setAside(first);
      await runContext.balanceGuard.inspect(exchange, requester);
      return exchange;
    },
    sendControl: async (spec) => {
      const exchange = await runContext.controls.ask(spec, (owner, control) =>
        createRequester(runContext, owner, 1, () => {}).sendOnce(control),
      );
      witness(withoutBody(exchange));
      return exchange;
    },
    shared: async ({ name: sharedName }, make) => {
      const key = round === 1 ? sharedName : `${sharedName}#2`;
      let answer = runContext.shared.get(key);
      if (!answer) {
        const exchanges: Exchange[] = [];
        // Who it rested on is kept, what was said is not: a walk through a thousand pages would stay in memory.
        const inner = createRequester(
          runContext,
          sharedName,
          round,
          (e) => exchanges.push(withoutBody(e)),
          alone,
        );
        answer = { promise: make(inner), exchanges };
        // A rejection is for whoever awaits it, now or later: never an unhandled one.
        answer.promise.catch(() => {});
        runContext.shared.set(key, answer);
      }
      try {
        return (await answer.promise) as Awaited<ReturnType<typeof make>>;
      } finally {
        for (const exchange of answer.exchanges) witness(exchange);
      }
    },
  };
  return requester;
}

/** One of the attempts at a request, and what the one before it came to. */
interface Again {
  before: Exchange | undefined;
}

/**
 * Sends a request when it is its turn: at once if it costs nothing, else in a round of those that may be billed. What is sent
 * `once`, whatever comes of it, does not keep the pace that a limit asks for.
 */
async function sendInTurn(
  runContext: RunContext,
  spec: RequestSpec,
  asker: Asker,
  round: 1 | 2,
  again: Again | undefined,
): Promise<Exchange> {
  const before = again?.before;
  const standing = queuedRequestOf(spec, asker.owner, asker.turn, round, before !== undefined);
  const send = async () => {
    await spec.turn?.();
    runContext.limitGuard.goes(spec);
    return runContext.target.send(spec, asker).catch(asInconclusive);
  };
  if (!standing) return send();
  const known = () => {
    const cause = before && round === 1 ? runContext.breaks.known(spec, before) : undefined;
    return cause && new Inconclusive('known broken: bodies break off', [], cause);
  };
  await runContext.rounds.enter(standing, known);
  let exchange: Exchange | undefined;
  try {
    exchange = await send();
    return exchange;
  } finally {
    runContext.rounds.leave(standing, exchange);
  }
}

/** The run's clock, for waits between two attempts. */
function pausing({ target: { clock }, rounds }: RunContext): Clock {
  return { now: clock.now, sleep: (ms, signal) => rounds.pause(clock.sleep(ms, signal)) };
}

/** Limits and a dead target leave a check undecided; an interruption passes through. */
function asInconclusive(error: unknown): never {
  if (error instanceof BudgetSpent || error instanceof TargetDown) throw new Inconclusive(error.message);
  throw error;
}
