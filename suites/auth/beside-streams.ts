import { status } from '../../src/auth/probes.ts';
import { rows } from '../../src/evidence/rows.ts';
import type { Refusal } from '../../src/judge/auth.ts';
import { completion } from '../../src/requests/ask.ts';
import { type CheckContext, Inconclusive, type Requester } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';

/** A service that looks at bodies first and takes no streams refuses a stream before it looks at any key. */
export async function besideStreams(
  context: CheckContext,
  ask: Requester,
  { probe }: Refusal,
): Promise<void> {
  const asked = status(probe) ?? 0;
  if (asked === 401 || asked < 400 || asked >= 500 || !isStreamed(probe)) return;
  const [streamed] = rows(context, ({ body }) => body.stream === true);
  const control = streamed && (await completion(ask, streamed));
  if (!control || status(control) !== asked) return;
  const message = `streams are refused with ${asked} to the right key as well`;
  throw new Inconclusive(message, [control, probe], 'request/accepts-stream');
}

const isStreamed = ({ request }: Exchange) => /"stream":true/.test(new TextDecoder().decode(request.body));
