import { LIMITS, replaysCalls } from '../../src/requests/single.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';

type Body = Record<string, unknown>;

/** The optional members of a request. */
export function optional({ model: _, messages: __, ...rest }: Body): Body {
  return rest;
}

/** The names of those that do not bound the completion. */
export const membersWithoutLimit = (body: Body): string[] =>
  Object.keys(optional(body)).filter((member) => !LIMITS.includes(member));

/** Whether two requests have the same value of a member that causes a rejection. */
export function sameValue(member: string, one: PlannedCompletion, other: PlannedCompletion): boolean {
  return JSON.stringify(one.body[member]) === JSON.stringify(other.body[member]);
}

/**
 * The rest of a combination: its members or, if there are none, a conversation with calls that no tool explains.
 */
export function inWords({ body }: PlannedCompletion): string {
  const combination = `a combination: ${JSON.stringify(optional(body))}`;
  const untold = replaysCalls(body) && body.tools === undefined;
  return untold ? `${combination}, after messages with tool calls, without tools` : combination;
}
