import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { speaksOfLimit } from '../vocabulary/limit-words.ts';
import { finding } from './finding.ts';
import { answerOf, gatewayRefused } from './refusal.ts';

/** A rejection that all requests met for a while, and the response to a later attempt. */
export interface LimitEvidence {
  refused: Exchange;
  control?: Exchange;
  later: Exchange;
  /** The same status in a second burst, if one was sent and caused it. */
  again?: Exchange | undefined;
  /** Whether slow requests after that had another outcome. */
  slowly: boolean;
}

/** Whether a rejection came from a limit: all requests met it, or it says so. */
export const showsLimit = ({ refused, control }: Pick<LimitEvidence, 'refused' | 'control'>): boolean =>
  control !== undefined || speaksOfLimit(refused);

/**
 * 7.4: beyond the rate limit the status is 429. Another one is a violation if its response mentions a limit, and if
 * a burst causes it again but a slow pace does not; otherwise a warning. A gateway's error is inconclusive.
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
  const shown = [refused, again, control, later].filter((one) => one !== undefined);
  const actual = `${answerOf(refused)}${words}${control ? ', for a control as well' : ''}, and not later`;
  const as = gatewayRefused(refused)
    ? ({ as: 'inconclusive' } as const)
    : sure
      ? {}
      : ({ as: 'warn' } as const);
  return [finding(shown, 'status 429 when the rate limit is reached', actual, 'status', as)];
}
