import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive, orUndefined, ValidRequestRefused } from '../vocabulary/undecidable.ts';

/**
 * What a request of known names and values is owed (4.2 to 4.5): an `answer`, because nothing in it is left open; or no
 * server `error`, because it may be refused.
 */
export type RequiredAnswer = 'answer' | 'no-error';

/** Statuses that say nothing of the request: they are retried, and end undecided. */
const TRANSIENT = new Set([408, 429, 502, 503, 504, 529]);

/** Turns what is owed into a doubt, for those who rest on an answer that another check judges. */
export function orBlockedBy(check: CheckId | undefined): (error: unknown) => never {
  return (error) => {
    throw error instanceof ValidRequestRefused ? new Inconclusive(error.message, [], check) : error;
  };
}

/** Whether something can't be had because it was refused, as a range may be. */
export function isRangeRefused(error: unknown): boolean {
  const status = error instanceof Inconclusive ? (error.exchanges.at(-1)?.response?.status ?? 0) : 0;
  return status >= 400 && status < 500;
}

/** What was asked for; nothing where it can't be had, or is not the answer that is due, as another check tells. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  return orUndefined(asked.catch(orBlockedBy(undefined)));
}

/** Throws `ValidRequestRefused` when a response has a status that its request does not deserve. */
export function expectAnswer(exchange: Exchange, due: RequiredAnswer | undefined): void {
  const status = exchange.response?.status ?? 0;
  if (due === undefined || exchange.failure || status < (due === 'answer' ? 400 : 500)) return;
  if (TRANSIENT.has(status) || (status >= 520 && status <= 527)) return;
  const expected =
    due === 'answer' ? 'status 200 for a valid request' : 'no server error for a valid request';
  throw new ValidRequestRefused({
    expected,
    actual: `status ${status} for ${exchange.label}`,
    place: 'status',
    exchanges: [exchange.id],
  });
}
