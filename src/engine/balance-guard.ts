import { answerKey } from '../vocabulary/answer-key.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/**
 * Detects that the main key's wallet is empty. No completion can be bought then, and no 402 has another meaning.
 */
export interface BalanceGuard {
  refuseWhenEmpty(spec: RequestSpec): void;
  inspect(exchange: Exchange, requester: Requester): Promise<void>;
}

const TOP_UP = 'the wallet of the main key is empty (status 402): top up the wallet';

/**
 * `control` sends the minimal completion. If a request that should be rejected gets 402, the control distinguishes
 * an empty wallet from a service that uses the wrong status.
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
