import { answerKey } from '../vocabulary/answer-key.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/** Watches for an empty wallet behind the main key: nothing more can be bought then, and no 402 means anything else. */
export interface BalanceGuard {
  refuseWhenEmpty(spec: RequestSpec): void;
  inspect(exchange: Exchange, requester: Requester): Promise<void>;
}

const TOP_UP = 'the wallet of the main key is empty (status 402): top up the wallet';

/**
 * `control` sends the plainest completion: when a refusal that was to be tested ends in 402, it tells an empty wallet
 * from a service that answers bad requests with the wrong number.
 */
export function createBalanceGuard(control: (requester: Requester) => Promise<Exchange>): BalanceGuard {
  let empty = false;
  return {
    refuseWhenEmpty(spec) {
      if (empty && spec.billable && (spec.credential ?? 'main') === 'main') throw new Inconclusive(TOP_UP);
    },
    async inspect(exchange, requester) {
      if (exchange.credential !== 'main' || exchange.response?.status !== 402) return;
      if (!exchange.billable && !empty) {
        const answer = await requester.shared(answerKey<Exchange>('control/wallet'), control);
        if (answer.response?.status !== 402) return;
      }
      empty = true;
      throw new Inconclusive(TOP_UP, [exchange]);
    },
  };
}
