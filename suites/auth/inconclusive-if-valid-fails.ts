import { status } from '../../src/auth/lockout-safe-probing.ts';
import type { Refusal } from '../../src/judge/auth.ts';
import { plainRow } from '../../src/requests/ask.ts';
import { rows } from '../../src/requests/rows.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { asksForStream } from '../../src/vocabulary/exchange.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { outcome } from '../requests/accepted.ts';

/**
 * A service that validates bodies before keys and has a server error for a valid one has it for any key. Returns
 * the rejection, or rejects with `Inconclusive` if the valid key gets the same for such a completion.
 */
export async function inconclusiveIfValidFails<R extends Refusal>(
  context: CheckContext,
  ask: Requester,
  refusal: R,
): Promise<R> {
  const { probe } = refusal;
  const asked = status(probe) ?? 0;
  if (asked === 401 || asked < 400) return refusal;
  const streamed = asksForStream(probe.request);
  const row = streamed ? rows(context, ({ body }) => body.stream === true)[0] : plainRow(context.model);
  const good = row && (await outcome(ask, row));
  if (!good || status(good) !== asked) return refusal;
  throw new Inconclusive(
    `the valid key gets status ${asked} for this completion too`,
    [good, probe],
    streamed ? 'request/accepts-stream' : 'request/accepts-plain',
  );
}
