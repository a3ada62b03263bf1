import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { withoutParameters } from '../history/plain-requests.ts';
import { statsOfNothing, sumsOfNothing } from './empty-answers.ts';

/** The responses of an endpoint without matching records, as another check judges them. */
const OF_NOTHING: Readonly<
  Record<'stats' | 'summary', (context: CheckContext, ask: Requester) => Promise<Exchange[]>>
> = {
  stats: (context, ask) =>
    Promise.all((['start', 'offset'] as const).map((one) => statsOfNothing(context, ask, one))),
  summary: async (context, ask) => [await sumsOfNothing(context, ask)],
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
  if (endpoint === 'export') return exchange;
  const cause = (await OF_NOTHING[endpoint](context, ask)).find(isServerError);
  if (!cause) return exchange;
  const why = `the ${endpoint} fails on an empty range`;
  throw new Inconclusive(why, [exchange, cause], `usage/${endpoint}-of-nothing`);
}
