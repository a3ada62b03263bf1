import { type Asking, Undecided } from '../check.ts';
import type { Exchange, RequestSpec } from '../target/exchange.ts';
import { brokenAlike } from '../target/transient.ts';

/**
 * Sends a request; a body that broke off in the same place each of three times is the answer, when another request
 * is answered as a whole: then it is no trouble on the way.
 */
export async function sendWhole(ask: Asking, spec: RequestSpec, beside: RequestSpec): Promise<Exchange> {
  try {
    return await ask.send(spec);
  } catch (error) {
    const last = error instanceof Undecided ? error.exchanges.at(-1) : undefined;
    if (!(error instanceof Undecided) || last?.response?.status !== 200) throw error;
    if (!brokenAlike(error.exchanges)) throw error;
    const control = await ask.sendOnce(beside);
    if (control.failure || !control.response) throw error;
    return last;
  }
}
