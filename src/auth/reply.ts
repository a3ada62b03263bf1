import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { attempt, Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';

/** An answer, or why none came in the end. */
export type Reply = Exchange | Inconclusive;

/** Asks, and takes it for an answer that none came. */
export async function reply(ask: Requester, spec: RequestSpec): Promise<Reply> {
  const answer = await attempt(ask.send(spec));
  if (answer instanceof NotApplicable) throw answer;
  return answer;
}

/** The status of a reply; undefined when none came. */
export function status(of: Reply | undefined): number | undefined {
  return of === undefined || of instanceof Inconclusive ? undefined : of.response?.status;
}

/** Whether a reply to the right key looks like a lock-out. */
export function lockedOut(of: Reply): boolean {
  return [401, 403, 423].includes(status(of) ?? 0);
}
