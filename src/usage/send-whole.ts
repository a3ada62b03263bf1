import { brokenOff } from '../requests/ask.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

/**
 * Sends a request. A body that was truncated three times at the same place is the response if another request is
 * answered completely: the cause is then not the network.
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
