import type { Finding, Judge } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { finding } from './finding.ts';
import { gatewayRefused } from './refusal.ts';

/** A request, and an equivalent one. */
export interface SentOtherwise {
  without: Exchange;
  exchange: Exchange;
}

/**
 * Both get the same status, or the second one an allowed status. A gateway's error says nothing about the service.
 */
export function readAlike(way: string, allowed?: number): Judge<SentOtherwise> {
  return ({ without, exchange }): Finding[] => {
    const [plain, other] = [without.response?.status, exchange.response?.status];
    if (plain === other || (allowed !== undefined && other === allowed)) return [];
    const expected = `the same status for ${way} as without`;
    const actual = `${other ?? 'no answer'}, and ${plain ?? 'no answer'} without`;
    const isDoubt = gatewayRefused(exchange) || other === undefined || plain === undefined;
    const as = isDoubt ? ({ as: 'inconclusive' } as const) : {};
    return [finding([exchange, without], expected, actual, 'status', { derived: 'computed', ...as })];
  };
}
