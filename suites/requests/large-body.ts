import { flawedCompletion } from '../../src/auth/endpoints.ts';
import type { RequestSpec } from '../../src/vocabulary/exchange.ts';

/** The name under which its response is requested once per round. */
export const LARGE_BODY = 'large-body';

/** Spaces between the members: they cost nothing if the request is accepted. */
const PADDING = ' '.repeat(200_000);

/** A temperature of 3 in a body of 200 kB. */
export function largeFlawed(model: string): RequestSpec {
  const flawed = flawedCompletion(model, 'a body of 200 kB');
  return { ...flawed, body: String(flawed.body).replace('{', `{${PADDING}`) };
}
