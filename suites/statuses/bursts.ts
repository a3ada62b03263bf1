import { flawedCompletion, goodRequest } from '../../src/auth/endpoints.ts';
import { BROKEN_OFF } from '../../src/vocabulary/billed.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../src/vocabulary/exchange.ts';
import { speaksOfLimit } from '../../src/vocabulary/limit-words.ts';

/** Sent concurrently so many times to meet a limit again; then slowly, to recognize it as one. They are free. */
const BURST = 40;
const BURSTS = 5;
/** A limit ends after a few seconds, or after a minute: growing waits before slow requests. */
const WAITS_MS = [2_000, 4_000, 8_000, 16_000, 30_000];
const SLOW_MS = 3_000;
const SLOW = 3;

/** The result of bursts: the limit again, if they caused it, and whether a slow pace did not. */
interface Burst {
  again?: Exchange;
  slowly: boolean;
}

/**
 * Bursts of unparsable bodies, whose rejection is unrelated to limits. If a usage request met the limit and these
 * do not, since they may be rejected before they are counted, bursts of such requests.
 */
export async function bursts(context: CheckContext, refused: Exchange): Promise<Burst> {
  const broken = { ...flawedCompletion(context.model, 'one of a burst'), body: BROKEN_OFF };
  const first = await burst(context, refused, broken);
  if (first.again || refused.request.method !== 'GET') return first;
  return burst(context, refused, { ...goodRequest('summary', context.model), label: 'one of a burst' });
}

async function burst(context: CheckContext, refused: Exchange, spec: RequestSpec): Promise<Burst> {
  const alike = (answer: Exchange) =>
    answer.response?.status === refused.response?.status && speaksOfLimit(answer);
  for (let i = 0; i < BURSTS; i++) {
    const answers = await Promise.all(
      Array.from({ length: BURST }, () => context.sendOnce({ ...spec, ofBurst: true })),
    );
    const again = answers.find(alike);
    if (!again) continue;
    for (const ms of WAITS_MS) {
      await context.clock.sleep(ms);
      if (await takenSlowly(context, spec, alike)) return { again, slowly: true };
    }
    return { again, slowly: false };
  }
  return { slowly: false };
}

/** Whether none of a few slow requests meets the limit. */
async function takenSlowly(
  context: CheckContext,
  spec: RequestSpec,
  alike: (answer: Exchange) => boolean,
): Promise<boolean> {
  for (let slow = 0; slow < SLOW; slow++) {
    if (slow > 0) await context.clock.sleep(SLOW_MS);
    if (alike(await context.sendOnce({ ...spec, label: 'one at a slow pace' }))) return false;
  }
  return true;
}
