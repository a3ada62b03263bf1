import type { LimitGuard } from '../pace/limits.ts';
import type { OutageGuard } from '../pace/outage.ts';
import { sendWithRetry } from '../pace/retry.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Clock } from '../vocabulary/clock.ts';
import { type Exchange, type RequestSpec, withoutBody } from '../vocabulary/exchange.ts';
import type { Phases } from '../vocabulary/phases.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { type Asker, BudgetSpent, type Target, TargetDown, type Urgency } from '../vocabulary/target.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import type { SentRequests } from './as-sent.ts';
import type { BalanceGuard } from './balance-guard.ts';
import type { Breaks } from './breaks.ts';
import type { Controls } from './controls.ts';
import { type ExchangeLog, withoutLongHeaders } from './exchange-log.ts';
import type { IsolatedRepetition } from './isolated-repetition.ts';
import type { PaidRounds } from './paid-rounds.ts';
import { queuedRequestOf } from './queued-request.ts';

/** The shared state of all requesters of a run. */
export interface RunContext {
  target: Target;
  settings: Settings;
  phases: Pick<Phases, 'answered' | 'reply'>;
  exchangeLog: ExchangeLog;
  sent: SentRequests;
  /** Is called with every exchange, and applies rules that hold for any response. */
  sweep(exchange: Exchange): void;
  balanceGuard: BalanceGuard;
  limitGuard: LimitGuard;
  outageGuard: OutageGuard;
  shared: Map<string, SharedAnswer>;
  turns: Map<string, number>;
  rounds: PaidRounds;
  breaks: Breaks;
  alone: IsolatedRepetition;
  controls: Controls;
  /** The urgency of the requests of an owner: whether other checks wait for them. */
  urgencyOf(owner: string): Urgency | undefined;
  /** Is called with the reason of a wait. */
  watch: RunWatch | undefined;
}

/** A response that several checks share, with its exchanges. */
interface SharedAnswer {
  promise: Promise<unknown>;
  exchanges: Exchange[];
}

/**
 * Sends requests under the name of `owner`. Every exchange behind a response is passed to `witness`, including
 * those of shared responses. In round 2 owners and shared names are marked, so that a violation is repeated with
 * new exchanges and a replay can distinguish the rounds. An `alone` request waits until nothing else is in flight.
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
    const exchange = withoutLongHeaders(await sendInTurn(runContext, spec, asker, round, again));
    runContext.exchangeLog.note(exchange);
    runContext.sent.note(exchange, spec, round);
    runContext.sweep(exchange);
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
      // A repetition of a violation makes as many attempts as needed.
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
        // Keeps the ids of exchanges but not their content: a walk through a thousand pages would stay in memory.
        const note = (e: Exchange) => exchanges.push(withoutBody(e));
        const inner = createRequester(runContext, sharedName, round, note, alone);
        answer = { promise: make(inner), exchanges };
        // A rejection is handled by whoever awaits it, now or later: never an unhandled one.
        answer.promise.catch(() => {});
        runContext.shared.set(key, answer);
      }
      try {
        return (await answer.promise) as Awaited<ReturnType<typeof make>>;
      } finally {
        for (const exchange of answer.exchanges) witness(exchange);
      }
    },
    answered: (row) => runContext.phases.answered(requester, row),
    reply: (row, at) => runContext.phases.reply(requester, row, at),
  };
  return requester;
}

/** One attempt at a request, and the outcome of the previous one. */
interface Again {
  before: Exchange | undefined;
}

/**
 * Sends a request in its turn: at once if it is free, otherwise in a round of billable requests. A `once` request
 * is sent regardless of the pace that a rate limit demands.
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

/** Rate limits and a dead target make a check inconclusive; an interruption is passed on. */
function asInconclusive(error: unknown): never {
  if (error instanceof BudgetSpent || error instanceof TargetDown) throw new Inconclusive(error.message);
  throw error;
}
