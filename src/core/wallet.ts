import { type Asking, Undecided } from '../check.ts';
import type { Exchange, RequestSpec } from '../target/exchange.ts';

/** Watches for an empty wallet behind the main key: nothing more can be bought then, and no 402 means anything else. */
export interface Wallet {
  refuseWhenEmpty(spec: RequestSpec): void;
  inspect(exchange: Exchange, asking: Asking): Promise<void>;
}

const TOP_UP = 'the wallet of the main key is empty (402): top up the wallet';

/**
 * `control` sends the plainest completion: when a refusal that was to be tested ends in 402, it tells an empty wallet
 * from a service that answers bad requests with the wrong number.
 */
export function createWallet(control: (asking: Asking) => Promise<Exchange>): Wallet {
  let empty = false;
  return {
    refuseWhenEmpty(spec) {
      if (empty && spec.billable && (spec.credential ?? 'main') === 'main') throw new Undecided(TOP_UP);
    },
    async inspect(exchange, asking) {
      if (exchange.credential !== 'main' || exchange.response?.status !== 402) return;
      if (!exchange.billable && !empty) {
        const answer = await asking.shared('control/wallet', control);
        if (answer.response?.status !== 402) return;
      }
      empty = true;
      throw new Undecided(TOP_UP, [exchange]);
    },
  };
}
