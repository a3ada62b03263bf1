import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { answerOf, gatewayRefused } from './refusal.ts';

/** The answer to a request that has to be taken. */
export interface AcceptanceEvidence {
  exchange: Exchange;
  /** What is special about the request, in words. */
  what: string;
  /** Why a service may refuse it after all; a refusal is then a warning. */
  excuse?: string;
}

const EXPECTED = 'status 200 for a valid request';

/** A valid request is taken: anything but a 2xx breaks the contract, redirects and gateways in front aside. */
export function acceptance({ exchange, what, excuse }: AcceptanceEvidence): Finding[] {
  const status = exchange.response?.status;
  if (status !== undefined && status >= 200 && status < 300) return [];
  const finding: Finding = {
    expected: EXPECTED,
    actual: `${answerOf(exchange)} for ${what}${excuse ? ` (${excuse})` : ''}`,
    place: 'status',
    exchanges: [exchange.id],
    breach: 'valid-refused',
  };
  if (status === undefined || gatewayRefused(exchange)) return [{ ...finding, as: 'inconclusive' }];
  const redirect = status < 400;
  return [redirect || (excuse !== undefined && status < 500) ? { ...finding, as: 'warn' } : finding];
}
