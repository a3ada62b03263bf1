import { type CheckContext, NotApplicable, type Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { API_PATH } from '../vocabulary/settings.ts';
import { flawedCompletion, goodRequest, refusable } from './endpoints.ts';

/** The completion path of the other published variant. */
export const ALIAS = '/v1/chat/completions';

/** What the right key is answered to a flawed completion there, asked once a round. */
export function flawedAtAlias(ask: Requester, model: string): Promise<Exchange> {
  const spec = flawedCompletion(model, 'a flawed completion at the alias', { path: ALIAS });
  return ask.shared('path/flawed-at-alias', (own) => own.send(spec));
}

/** How the completion endpoint refuses a parameter that is out of bounds. */
const REFUSED = new Set([400, 422]);

/** A completion at the alias without a key, and a flawed one with it. Throws `NotApplicable` where there is no alias. */
export async function aliasWithoutKey(
  context: CheckContext,
  ask: Requester,
): Promise<{ probe: Exchange; control: Exchange }> {
  const { apiPath = API_PATH } = context.settings;
  if (ALIAS.startsWith(`${apiPath}/`)) throw new NotApplicable(`${ALIAS} is the endpoint itself`);
  const control = await flawedAtAlias(ask, context.model);
  if (!REFUSED.has(control.response?.status ?? 0)) throw new NotApplicable(`no completions at ${ALIAS}`);
  const good = goodRequest('completion', context.model);
  const rest = { path: ALIAS, credential: 'none' } as const;
  return {
    probe: await ask.send(refusable(good, 'a completion at the alias, without a key', rest)),
    control,
  };
}
