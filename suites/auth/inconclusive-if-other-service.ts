import type { Endpoint } from '../../src/auth/endpoints.ts';
import type { Refusal } from '../../src/judge/auth.ts';
import { looksLikeUsage, unlikeItself } from '../../src/judge/usage-endpoint.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';

/** How keys are tried, in words. */
export const PROBED_ONE_AT_A_TIME =
  'Sends these requests last, one at a time, each followed by a request with the valid key. Inconclusive if that is rejected too, or if 429 persists.';

/**
 * What an endpoint that does not answer as itself says to a wrong key tells nothing of keys: that it does not is told
 * where its path is judged. Usage that is shown is shown.
 */
export function inconclusiveIfOtherService(endpoint: Endpoint, refusal: Refusal): Refusal {
  const { probe, control } = refusal;
  if (endpoint === 'completion' || looksLikeUsage(endpoint, probe)) return refusal;
  // A body that breaks off every time is told of elsewhere: the right key was let in.
  if (control.failure && control.response?.status === 200) return refusal;
  const unlike = unlikeItself(endpoint, control);
  if (unlike === undefined) return refusal;
  const message = `the valid key does not get the ${endpoint} either (${unlike})`;
  throw new Inconclusive(message, [control, probe], `path/${endpoint}`);
}
