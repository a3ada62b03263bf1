import { brokenOff } from '../requests/ask.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import { Inconclusive, orUndefined, ValidRequestRefused } from '../vocabulary/undecidable.ts';

/**
 * The required outcome of a request with known names and values (4.2 to 4.5): an `answer`, because nothing in it is
 * open; or no server `error`, because it may be rejected.
 */
export type RequiredAnswer = 'answer' | 'no-error';

/** Turns the requirement into an inconclusive result, for checks that need a response that another check judges. */
export function orBlockedBy(check: CheckId | undefined): (error: unknown) => never {
  return (error) => {
    throw error instanceof ValidRequestRefused ? new Inconclusive(error.message, [], check) : error;
  };
}

/** Whether something is unavailable because it was rejected, as a range may be. */
function isRangeRefused(error: unknown): boolean {
  const status = error instanceof Inconclusive ? (error.exchanges.at(-1)?.response?.status ?? 0) : 0;
  return status >= 400 && status < 500;
}

/** For `catch`: undefined for a rejected range; everything else is passed on. */
export function unlessRangeRefused(error: unknown): undefined {
  if (!isRangeRefused(error)) throw error;
}

/** The requested data; undefined if it is unavailable, or not the required response, as another check reports. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  return orUndefined(asked.catch(orBlockedBy(undefined)));
}

/** Throws `ValidRequestRefused` if a response has a status that its request does not deserve. */
export function expectAnswer(exchange: Exchange, due: RequiredAnswer | undefined): void {
  const status = exchange.response?.status ?? 0;
  if (due === undefined || exchange.failure || status < (due === 'answer' ? 400 : 500)) return;
  if (isTransientStatus(status)) return;
  const expected =
    due === 'answer' ? 'status 200 for a valid request' : 'no server error for a valid request';
  throw new ValidRequestRefused({
    expected,
    actual: `status ${status} for ${exchange.label}`,
    place: 'status',
    exchanges: [exchange.id],
  });
}

/**
 * Rejects with `Inconclusive` if a response is larger than its part in memory: its start is not JSON, which is not
 * the service's fault.
 */
export function expectWhole(exchange: Exchange): void {
  const body = exchange.response?.body;
  if (!body || body.whole || exchange.failure) return;
  throw new Inconclusive(`the body has ${body.size} bytes, above the memory limit`, [exchange]);
}

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
