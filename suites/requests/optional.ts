import type { PlannedCompletion } from '../../src/requests/planned.ts';
import { LIMITS } from '../../src/requests/single.ts';

type Body = Record<string, unknown>;

/** The members of a request that it need not have. */
export function optional({ model: _, messages: __, ...rest }: Body): Body {
  return rest;
}

/** The names of those that do not bound the answer. */
export const besideLimit = (body: Body): string[] =>
  Object.keys(optional(body)).filter((member) => !LIMITS.includes(member));

/** Whether two requests have the same value of a member that is to blame for a refusal. */
export function sameValue(member: string, one: PlannedCompletion, other: PlannedCompletion): boolean {
  return JSON.stringify(one.body[member]) === JSON.stringify(other.body[member]);
}
