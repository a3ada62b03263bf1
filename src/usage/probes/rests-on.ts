import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { withoutParameters } from '../history/plain-requests.ts';
import { statsOfNothing, sumsOfNothing } from './empty-answers.ts';

/** The response of an endpoint without matching records, and the check that judges it. */
const OF_NOTHING: Partial<
  Record<
    UsageEndpoint,
    { check: CheckId; ask(context: CheckContext, ask: Requester): Promise<readonly Exchange[]> }
  >
> = {
  stats: {
    check: 'usage/stats-of-nothing',
    ask: (context, ask) =>
      Promise.all((['start', 'offset'] as const).map((one) => statsOfNothing(context, ask, one))),
  },
  summary: {
    check: 'usage/summary-of-nothing',
    ask: async (context, ask) => [await sumsOfNothing(context, ask)],
  },
};

const isServerError = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 500;

/**
 * The response to an odd value. A service with server errors without both dates, or without matching records, has
 * them for odd values too: its server errors are left to those checks.
 */
export async function unlessOfNothing(
  context: CheckContext,
  ask: Requester,
  endpoint: UsageEndpoint,
  exchange: Exchange,
): Promise<Exchange> {
  if (!isServerError(exchange)) return exchange;
  const plain = await withoutParameters(ask, endpoint);
  if (isServerError(plain))
    throw new Inconclusive(
      `the ${endpoint} fails without both dates`,
      [exchange, plain],
      `usage/${endpoint}-without-dates`,
    );
  const nothing = OF_NOTHING[endpoint];
  if (!nothing) return exchange;
  const cause = (await nothing.ask(context, ask)).find(isServerError);
  if (!cause) return exchange;
  const why = `the ${endpoint} fails on an empty range`;
  throw new Inconclusive(why, [exchange, cause], nothing.check);
}
