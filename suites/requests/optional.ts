import type { PlannedCompletion } from '../../src/requests/planned.ts';
import { LIMITS, replaysCalls } from '../../src/requests/single.ts';

type Body = Record<string, unknown>;

/** The members of a request that it need not have. */
export function optional({ model: _, messages: __, ...rest }: Body): Body {
  return rest;
}

/** The names of those that do not bound the answer. */
export const membersWithoutLimit = (body: Body): string[] =>
  Object.keys(optional(body)).filter((member) => !LIMITS.includes(member));

/** Whether two requests have the same value of a member that is to blame for a refusal. */
export function sameValue(member: string, one: PlannedCompletion, other: PlannedCompletion): boolean {
  return JSON.stringify(one.body[member]) === JSON.stringify(other.body[member]);
}

/** What is left of a combination: its members or, where none is, a conversation whose calls no tool explains. */
export function inWords({ body }: PlannedCompletion): string {
  const combination = `a combination: ${JSON.stringify(optional(body))}`;
  const untold = replaysCalls(body) && body.tools === undefined;
  return untold ? `${combination}, after messages with tool calls, without tools` : combination;
}
