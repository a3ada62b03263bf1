import { type CheckContext, NotApplicable, type Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { API_PATH } from '../vocabulary/settings.ts';
import { flawedCompletion, goodRequest, refusable } from './endpoints.ts';

/** The completion path of the other published variant. */
export const ALIAS = '/v1/chat/completions';

/** How the completion endpoint refuses a parameter that is out of bounds. */
const REFUSED = new Set([400, 422]);

/** A completion at the alias without a key, and a flawed one with it. Throws `NotApplicable` where there is no alias. */
export async function aliasWithoutKey(
  context: CheckContext,
  ask: Requester,
): Promise<{ probe: Exchange; control: Exchange }> {
  const { apiPath = API_PATH } = context.settings;
  if (ALIAS.startsWith(`${apiPath}/`)) throw new NotApplicable(`${ALIAS} is the endpoint itself`);
  const path = { path: ALIAS };
  const control = await ask.send(flawedCompletion(context.model, 'a flawed completion at the alias', path));
  if (!REFUSED.has(control.response?.status ?? 0)) throw new NotApplicable(`no completions at ${ALIAS}`);
  const good = goodRequest('completion', context.model);
  const rest = { ...path, credential: 'none' } as const;
  return {
    probe: await ask.send(refusable(good, 'a completion at the alias, without a key', rest)),
    control,
  };
}
