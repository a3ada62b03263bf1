import type { Finding } from '../vocabulary/check.ts';
import { type Exchange, isSuccess } from '../vocabulary/exchange.ts';
import { finding } from './finding.ts';
import { answerOf, gatewayRefused } from './refusal.ts';

/** The response to a request that has to be accepted. */
export interface AcceptanceEvidence {
  exchange: Exchange;
  /** The feature of the request, in words. */
  what: string;
  /** Why a service may still reject it; a rejection is then a warning. */
  excuse?: string;
  /** Whether a request without this feature was accepted. */
  isCompared?: true;
}

/** A valid request is accepted: anything but a 2xx violates the contract, except redirects and gateway errors. */
export function acceptance({ exchange, what, excuse, isCompared }: AcceptanceEvidence): Finding[] {
  const status = exchange.response?.status;
  if (isSuccess(exchange)) return [];
  const actual = `${answerOf(exchange)} for ${what}${excuse ? ` (${excuse})` : ''}`;
  const found = finding(exchange, 'status 200 for a valid request', actual, 'status', {
    ...(isCompared && { withoutCause: `${answerOf(exchange)} for a valid request, at times` }),
    breach: 'valid-refused',
  });
  if (status === undefined || gatewayRefused(exchange)) return [{ ...found, as: 'inconclusive' }];
  const redirect = status < 400;
  return [redirect || (excuse !== undefined && status < 500) ? { ...found, as: 'warn' } : found];
}
