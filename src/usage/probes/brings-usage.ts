import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { notCsv, readExport } from '../csv/export.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { MEASURES } from '../measures.ts';
import { summaryOf } from '../summary.ts';
import { recordsOf } from '../walk/page.ts';

/** Whether a response with status 200 contains any usage: records, sums that are not all zeros, or rows. */
export async function bringsUsage(
  endpoint: UsageEndpoint,
  exchange: Exchange,
  names: Names,
): Promise<boolean> {
  if (exchange.response?.status !== 200) return false;
  switch (endpoint) {
    case 'stats':
      return (recordsOf(exchange)?.length ?? 0) > 0;
    case 'summary': {
      const sums: Record<string, unknown> = summaryOf(exchange) ?? {};
      return ['total_input_tokens', 'total_output_tokens', ...MEASURES].some(
        (name) => Number(sums[name]) > 0,
      );
    }
    case 'export':
      return notCsv(exchange) === undefined && (await readExport(exchange, names)).records > 0;
  }
}
