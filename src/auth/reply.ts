import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { attempt, Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';

/** A response, or the reason why none arrived. */
export type Reply = Exchange | Inconclusive;

/** Sends a request and returns a missing response as a value. */
export async function reply(ask: Requester, spec: RequestSpec): Promise<Reply> {
  const answer = await attempt(ask.send(spec));
  if (answer instanceof NotApplicable) throw answer;
  return answer;
}

/** The status of a reply; undefined if there is no response. */
export function status(of: Reply | undefined): number | undefined {
  return of === undefined || of instanceof Inconclusive ? undefined : of.response?.status;
}

/** Whether a reply to the valid key looks like a lock-out. */
export function lockedOut(of: Reply): boolean {
  return [401, 403, 423].includes(status(of) ?? 0);
}
