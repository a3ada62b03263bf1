import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { speaksOfLimit } from '../vocabulary/limit-words.ts';
import { answerOf, gatewayRefused } from './refusal.ts';

/** A refusal that everything met for a while, and what came when that was tried again. */
export interface LimitEvidence {
  refused: Exchange;
  control?: Exchange;
  later: Exchange;
  /** The same status in a second burst, when one was sent and brought it. */
  again?: Exchange | undefined;
  /** Whether what was asked slowly after that was answered otherwise. */
  slowly: boolean;
}

/**
 * 7.4: beyond the rate limit the status is 429. Another one is a breach when its answer speaks of a limit, and a burst
 * brings it again where a slow pace does not; a warning otherwise. What a gateway in front refuses decides nothing.
 */
export function refusedWith429({
  refused,
  control,
  later,
  again,
  slowly,
}: LimitEvidence): readonly Finding[] {
  const sure = again !== undefined && slowly && speaksOfLimit(refused);
  const words = speaksOfLimit(refused) ? ', which mentions a limit' : '';
  return [
    {
      expected: 'status 429 when the rate limit is reached',
      actual: `${answerOf(refused)}${words}${control ? ', for all requests alike' : ''}, and not later`,
      place: 'status',
      exchanges: [refused.id, ...[again, control, later].flatMap((e) => (e ? [e.id] : []))],
      ...(gatewayRefused(refused) ? { as: 'inconclusive' as const } : sure ? {} : { as: 'warn' as const }),
    },
  ];
}
