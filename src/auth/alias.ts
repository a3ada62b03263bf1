import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { API_PATH } from '../vocabulary/settings.ts';
import { NotApplicable, type Undecidable } from '../vocabulary/undecidable.ts';
import { ENDPOINTS, flawedCompletion, goodRequest, refusable } from './endpoints.ts';

const flawedAtAliasKey = (value: string) => answerKey<Exchange>(`path/flawed-at-alias${value}`);

/** The completion path of the other published variant. */
export const ALIAS = '/v1/chat/completions';

/** A variant of the contract's path. A gateway may apply its key check to the exact path only. */
const SLASHED = `${ENDPOINTS.completion}/`;

/** The status of a flawed completion with the valid key at the alias, requested once per round. */
export function flawedAtAlias(ask: Requester, model: string, path: string = ALIAS): Promise<Exchange> {
  const spec = flawedCompletion(model, 'a flawed completion at the alias', { path });
  return ask.shared(flawedAtAliasKey(path === ALIAS ? '' : path), (own) => own.send(spec));
}

/** How the completion endpoint rejects a parameter that is out of bounds. */
const REFUSED = new Set([400, 422]);

/**
 * A completion at an alias without a key, and a flawed one with the key. The alias is the path of the other
 * published variant, or the contract's path with a trailing slash. There is only one, since few requests without a
 * valid key are allowed. Throws `NotApplicable` if neither alias exists.
 */
export async function aliasWithoutKey(
  context: CheckContext,
  ask: Requester,
): Promise<{ probe: Exchange; control: Exchange } | Undecidable> {
  const { apiPath = API_PATH } = context.settings;
  const paths = ALIAS.startsWith(`${apiPath}/`) ? [SLASHED] : [ALIAS, SLASHED];
  for (const path of paths) {
    const control = await flawedAtAlias(ask, context.model, path);
    if (!REFUSED.has(control.response?.status ?? 0)) continue;
    const good = goodRequest('completion', context.model);
    const rest = { path, credential: 'none' } as const;
    const probe = await ask.send(refusable(good, 'a completion at the alias without a key', rest));
    return { probe, control };
  }
  return new NotApplicable(`no completion endpoint at ${paths.join(' or ')}`);
}
