import { type Interview, Undecided } from '../../check.ts';
import type { Exchange, RequestSpec } from '../../target/exchange.ts';
import { wasAccepted } from '../ask.ts';

/**
 * Asks something on which the contract is silent, and records the answer as `accepted` or by its status. A server error
 * that comes back is a warning. A request that stays without a decisive answer is recorded as that.
 */
export async function observeAnswer(
  t: Interview,
  key: string,
  spec: RequestSpec,
  what: string,
): Promise<Exchange | undefined> {
  let exchange: Exchange;
  try {
    exchange = await t.shared(`open/${key}`, (own) => own.send(spec));
  } catch (error) {
    if (!(error instanceof Undecided) || error.exchanges.length === 0) throw error;
    t.observe(key, 'no decisive answer', ...error.exchanges);
    return undefined;
  }
  const status = exchange.response?.status;
  t.observe(key, wasAccepted(exchange) ? 'accepted' : String(status ?? 'no answer'), exchange);
  if (status !== undefined && status >= 500) await warnOfServerError(t, key, spec, what, exchange);
  return exchange;
}

async function warnOfServerError(
  t: Interview,
  key: string,
  spec: RequestSpec,
  what: string,
  first: Exchange,
): Promise<void> {
  const again = await t.shared(`open/${key}/again`, (own) => own.sendOnce(spec));
  if ((again.response?.status ?? 0) < 500) return;
  t.report({
    expected: 'no server error, whatever the contract leaves open',
    actual: `status ${again.response?.status} for ${what}`,
    place: 'status',
    exchanges: [first.id, again.id],
    as: 'warn',
  });
}
