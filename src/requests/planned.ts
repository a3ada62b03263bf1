import type { CheckId } from '../vocabulary/check-ids.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
/** The path of the completion endpoint (spec 4.1). */
export const COMPLETIONS = '/api/v1/chat/completions';

/**
 * The check that reports whether a request with this member is accepted; a test ensures that each member has one.
 */
export const acceptanceOf = (member: string): CheckId =>
  `request/accepts-${member.replaceAll('_', '-') as 'plain'}`;

/** A planned completion with its price: the limit on tokens and the number of choices. */
export function planned(
  id: string,
  why: string,
  body: Record<string, unknown>,
  judgedBy: CheckId = 'request/accepts-combinations',
): PlannedCompletion {
  const limit = body.max_tokens ?? body.max_completion_tokens;
  const choices = typeof body.n === 'number' ? body.n : 1;
  return { id, why, body, judgedBy, tokens: typeof limit === 'number' ? limit : 0, choices };
}

/** Whether a row is for an additional model: it is sent once, and never with a larger limit. */
export const forOtherModel = ({ judgedBy }: PlannedCompletion): boolean =>
  judgedBy === 'request/accepts-models';
