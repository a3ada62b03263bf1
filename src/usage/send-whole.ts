import { brokenOff } from '../requests/ask.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

/**
 * Sends a request; a body that broke off in the same place each of three times is the answer, when another request
 * is answered as a whole: then it is no trouble on the way.
 */
export async function sendWhole(ask: Requester, spec: RequestSpec, beside: RequestSpec): Promise<Exchange> {
  try {
    return await ask.send(spec);
  } catch (error) {
    const last = brokenOff(error);
    if (last?.response?.status !== 200) throw error;
    const control = await ask.sendOnce(beside);
    if (control.failure || !control.response) throw error;
    return last;
  }
}
