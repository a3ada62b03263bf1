import type { Finding } from '../vocabulary/check.ts';
import { asksForStream, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { finding } from './finding.ts';

/** A valid completion with an empty wallet and, if the status was not 402, a usage request with the same key. */
export interface EmptyWallet {
  completion: Exchange;
  usage?: Exchange;
}

/**
 * `Inconclusive` if the wallet is not the reason: no request of this kind was accepted, streamed or not, and the
 * main key (`paid`: its response) was rejected in the same way.
 */
export function refusedForItsKind(completion: Exchange, paid: readonly Exchange[]): Inconclusive | undefined {
  const status = completion.response?.status ?? 0;
  const stream = asksForStream(completion.request);
  const alike = paid.filter(({ request }) => asksForStream(request) === stream);
  const same = alike.find((exchange) => exchange.response?.status === status);
  if (status < 400 || status === 402 || !same || alike.some(wasTaken)) return undefined;
  const cause = stream ? 'request/accepts-stream' : 'request/accepts-plain';
  return new Inconclusive(`the main key got status ${status} too`, [completion, same], cause);
}

const wasTaken = ({ response }: Exchange) => response !== undefined && response.status < 300;

const EXPECTED = 'status 402 (Insufficient Balance)';

/** 7.2: the status is exactly 402. */
export function refusedWith402({ completion, usage }: EmptyWallet): readonly Finding[] {
  const status = completion.response?.status;
  if (status === 402) return [];
  const unauthenticated = (s: number | undefined) => s === 401 || s === 403;
  if (usage && unauthenticated(status) && unauthenticated(usage.response?.status)) {
    const actual = `status ${status} for the completion and ${usage.response?.status} for usage: is the empty-wallet key still valid?`;
    return [finding([completion, usage], EXPECTED, actual, 'status', { as: 'inconclusive' })];
  }
  const type = mediaType(completion);
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  const actual = `status ${status}${type ? ` ${type}` : ''}`;
  return [finding(completion, EXPECTED, actual, 'status', isRedirect ? { as: 'warn' } : {})];
}
