import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { freeControl, type Refusal } from './refusal.ts';
import { retryAfterMs } from './retry-after.ts';

/** First and maximum interval between probes whether a limit is over. Milliseconds. */
export const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 16_000;

/** Sends one request, with as many attempts as needed. */
export type Attempt = (spec: RequestSpec) => Promise<Exchange>;

/** Whether everything was rejected alike, the response after the end, and the duration. Milliseconds. */
export interface Look {
  alike?: Exchange;
  later?: Exchange;
  waited: number;
}

/** The rejection, and how to send further requests. */
export interface Refused {
  exchange: Exchange;
  spec: RequestSpec;
  refusal: Refusal;
  attempt: Attempt;
  clock: Clock;
}

/**
 * Probes whether everything is rejected alike, until it is not: once for all such rejections at the time, since
 * separate probes would meet the limit again. `onOver` is called at the end of a limit.
 */
export function createLimitLooks(onOver: (refused: Exchange, now: number) => void) {
  const looks = new Map<string, Promise<Look>>();
  return (refused: Refused): Promise<Look> => {
    const { kind } = refused.refusal;
    const known = looks.get(kind);
    if (known) return known;
    const mine = look(refused, onOver).finally(() => looks.delete(kind));
    looks.set(kind, mine);
    return mine;
  };
}

async function look(
  { exchange, spec, refusal, attempt, clock }: Refused,
  onOver: (refused: Exchange, now: number) => void,
): Promise<Look> {
  let wait = retryAfterMs(exchange, clock.now()) ?? FIRST_WAIT_MS;
  const seen: Look = { waited: 0 };
  while (seen.waited < refusal.patience) {
    const control = await attempt(freeControl(spec));
    if (!refusal.isAlike(control)) {
      if (seen.alike) onOver(exchange, clock.now());
      return { ...seen, later: control };
    }
    seen.alike = control;
    await clock.sleep(wait);
    seen.waited += wait;
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }
  return seen;
}
