import { finding } from '../../src/judge/finding.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess, type RequestSpec } from '../../src/vocabulary/exchange.ts';
import { isTransient } from '../../src/vocabulary/transient.ts';
import { attempt, decided, Inconclusive } from '../../src/vocabulary/undecidable.ts';

/**
 * Sends a request that the contract leaves open, and records the response as `accepted` or by its status. A
 * repeated server error is a warning. A missing decisive response is recorded as such.
 */
export async function observeAnswer(
  context: CheckContext,
  key: string,
  spec: RequestSpec,
  what: string,
): Promise<Exchange | undefined> {
  const answer = await attempt(openAnswer(context, key, spec));
  if (answer instanceof Inconclusive && answer.exchanges.length > 0) {
    context.observe(key, 'no conclusive answer', ...answer.exchanges);
    return undefined;
  }
  const exchange = decided(answer);
  const status = exchange.response?.status;
  context.observe(key, isSuccess(exchange) ? 'accepted' : String(status ?? 'no answer'), exchange);
  if (status !== undefined && status >= 500) await warnOfServerError(context, key, spec, what, exchange);
  return exchange;
}

async function warnOfServerError(
  context: CheckContext,
  key: string,
  spec: RequestSpec,
  what: string,
  first: Exchange,
): Promise<void> {
  const again = await context.shared(answerKey<Exchange>(`open/${key}/again`), (own) => own.sendOnce(spec));
  // A transient error, such as 503, does not count as the repeated error.
  if ((again.response?.status ?? 0) < 500 || isTransient(again)) return;
  const expected = 'no server error (the contract leaves the value open)';
  const actual = `status ${again.response?.status} for ${what}`;
  context.report(finding([first, again], expected, actual, 'status', { as: 'warn' }));
}

/** The response to a request that the contract leaves open, under its own name. */
export const openAnswer = (ask: Requester, name: string, spec: RequestSpec): Promise<Exchange> =>
  ask.shared(answerKey<Exchange>(`open/${name}`), (own) => own.send(spec));
