import type { Asking } from '../check.ts';
import type { Exchange } from '../target/exchange.ts';
import { STATS, SUMMARY, usageRequest } from './endpoints.ts';
import { sendWhole } from './patient.ts';

const stats = (label: string) => usageRequest(STATS, label);
const summary = (label: string) => usageRequest(SUMMARY, label);

/** The records without parameters, asked for once a round. */
export function plainStats(ask: Asking): Promise<Exchange> {
  return ask.shared('usage/plain-stats', (a) =>
    sendWhole(a, stats('records'), summary('the summary, beside records that break off')),
  );
}

/** The summary without dates, asked for once a round. */
export function plainSummary(ask: Asking): Promise<Exchange> {
  return ask.shared('usage/plain-summary', (a) =>
    sendWhole(a, summary('the summary'), stats('records, beside a summary that breaks off')),
  );
}
