import { DEPENDENT_MEMBERS } from './carriers.ts';
import { type PlannedCompletion, planned } from './planned.ts';
import { LIMITS } from './single.ts';

/** Requests that are accepted, and so paid for, while one that is refused is made smaller. */
const PAID_AT_MOST = 3;

/**
 * What is left of a refused combination when each optional member is taken away with which and without which it is
 * refused alike: the members that cause it, and the conversation. `accepted` says of a smaller request whether the
 * service took it; undefined where that could not be decided, and the member stays. Once three smaller ones were
 * accepted, the members that were not tried stay too.
 */
export async function reduced(
  row: PlannedCompletion,
  accepted: (smaller: PlannedCompletion) => Promise<boolean | undefined>,
): Promise<PlannedCompletion> {
  let left = row;
  let paid = 0;
  for (const member of removable(row)) {
    if (paid >= PAID_AT_MOST) break;
    const smaller = without(member, left);
    if (!smaller) continue;
    const answer = await accepted(smaller);
    if (answer === true) paid++;
    if (answer === false) left = smaller;
  }
  return left;
}

/** Members that may go, those first that need another one beside them. */
function removable({ body }: PlannedCompletion): string[] {
  const kept = ['model', 'messages', ...LIMITS];
  const members = Object.keys(body).filter((member) => !kept.includes(member));
  return members.sort((a, b) => Number(b in DEPENDENT_MEMBERS) - Number(a in DEPENDENT_MEMBERS));
}

/** The request without a member; undefined where another member, or a call that is replayed, needs it. */
function without(member: string, { body }: PlannedCompletion): PlannedCompletion | undefined {
  const { [member]: _, ...others } = body;
  if (Object.keys(others).some((other) => DEPENDENT_MEMBERS[other] === member)) return undefined;
  const calls = (body.messages as Record<string, unknown>[]).some((m) => m.tool_calls !== undefined);
  if (calls && member === 'tools') return undefined;
  return planned(`reduced/${JSON.stringify(others)}`, 'a part of a rejected combination', others);
}
