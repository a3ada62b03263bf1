import { Inconclusive, type Requester, ValidRequestRefused } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { STATS, SUMMARY, usageRequest } from './endpoints.ts';
import { sendWhole } from './send-whole.ts';

const stats = (label: string) => usageRequest(STATS, label);
const summary = (label: string) => usageRequest(SUMMARY, label);

/** The records without parameters, asked for once a round. */
export function plainStats(ask: Requester): Promise<Exchange> {
  return ask.shared('usage/plain-stats', (a) =>
    sendWhole(a, stats('records'), summary('the summary, beside records that break off')),
  );
}

/** The summary without dates, asked for once a round. */
export function plainSummary(ask: Requester): Promise<Exchange> {
  return ask.shared('usage/plain-summary', (a) =>
    sendWhole(a, summary('the summary'), stats('records, beside a summary that breaks off')),
  );
}

/** A range is refused for its own sake only where the summary without one is answered. */
export function unlessRefusedAnyhow(ask: Requester): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof ValidRequestRefused)) throw error;
    const plain = await plainSummary(ask);
    if (plain.response?.status === 200) throw error;
    throw new Inconclusive('the summary is refused without a range as well', [plain], 'usage/summary-schema');
  };
}
