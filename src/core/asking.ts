import { type Asking, Undecided } from '../check.ts';
import type { Settings } from '../settings.ts';
import type { Exchange, RequestSpec } from '../target/exchange.ts';
import { BudgetSpent, type Target, TargetDown } from '../target/target.ts';
import { sendPatiently } from '../target/transient.ts';
import type { Correspondence } from './correspondence.ts';
import type { Wallet } from './wallet.ts';

/** What all askers of a run have in common. */
export interface Post {
  target: Target;
  settings: Settings;
  correspondence: Correspondence;
  wallet: Wallet;
  shared: Map<string, SharedAnswer>;
  turns: Map<string, number>;
}

/** An answer that several checks look at, with the exchanges that it took. */
interface SharedAnswer {
  promise: Promise<unknown>;
  exchanges: Exchange[];
}

/**
 * Asks in the name of `owner`; every exchange that an answer rests on is handed to `witness`, those of shared answers
 * included. In round 2 owners and shared names carry a mark, so that a violation is repeated with fresh exchanges and a
 * replay can tell the rounds apart.
 */
export function createAsking(
  post: Post,
  owner: string,
  round: 1 | 2,
  witness: (exchange: Exchange) => void,
): Asking {
  const name = round === 1 ? owner : `${owner}#2`;

  const attempt = async (spec: RequestSpec): Promise<Exchange> => {
    const turn = post.turns.get(name) ?? 0;
    post.turns.set(name, turn + 1);
    const exchange = await post.target.send(spec, { owner: name, turn }).catch(asUndecided);
    post.correspondence.note(exchange);
    witness(exchange);
    return exchange;
  };

  const asking: Asking = {
    round,
    sendOnce: attempt,
    send: async (spec) => {
      post.wallet.refuseWhenEmpty(spec);
      const exchange = await sendPatiently(attempt, spec, {
        clock: post.target.clock,
        settings: post.settings,
        tally: post.target.tally,
      });
      await post.wallet.inspect(exchange, asking);
      return exchange;
    },
    shared: async (sharedName, make) => {
      const key = round === 1 ? sharedName : `${sharedName}#2`;
      let answer = post.shared.get(key);
      if (!answer) {
        const exchanges: Exchange[] = [];
        // Who it rested on is kept, what was said is not: a walk through a thousand pages would stay in memory.
        const inner = createAsking(post, sharedName, round, (e) => exchanges.push(withoutBody(e)));
        answer = { promise: make(inner), exchanges };
        // A rejection is for whoever awaits it, now or later: never an unhandled one.
        answer.promise.catch(() => {});
        post.shared.set(key, answer);
      }
      try {
        return (await answer.promise) as Awaited<ReturnType<typeof make>>;
      } finally {
        for (const exchange of answer.exchanges) witness(exchange);
      }
    },
  };
  return asking;
}

function withoutBody(exchange: Exchange): Exchange {
  const { response: _, ...rest } = exchange;
  return rest;
}

/** Limits and a dead target leave a check undecided; an interruption passes through. */
function asUndecided(error: unknown): never {
  if (error instanceof BudgetSpent || error instanceof TargetDown) throw new Undecided(error.message);
  throw error;
}
