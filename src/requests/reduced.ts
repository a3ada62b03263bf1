import { schemaOf } from '../contract/schemas.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { shapeOf } from './shape.ts';
import { DEPENDENT_MEMBERS, LIMITS } from './single.ts';

/** Maximum number of accepted (and billed) requests while a rejected one is reduced. */
const PAID_AT_MOST = 3;

/**
 * The part of a rejected combination that remains after removing each optional member without which it is still
 * rejected: the members that cause it, and the conversation. `accepted` tells whether the service accepted a
 * smaller request; undefined if that is inconclusive, and the member is kept. After three accepted ones, the
 * untested members are kept too.
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

/** Removable members, those that need another one first. */
function removable({ body }: PlannedCompletion): string[] {
  const kept = ['model', 'messages', ...LIMITS];
  const members = Object.keys(body).filter((member) => !kept.includes(member));
  return members.sort((a, b) => Number(b in DEPENDENT_MEMBERS) - Number(a in DEPENDENT_MEMBERS));
}

/** The request without a member; undefined if another member, or a replayed call, needs it. */
function without(member: string, { body }: PlannedCompletion): PlannedCompletion | undefined {
  const { [member]: _, ...others } = body;
  if (Object.keys(others).some((other) => DEPENDENT_MEMBERS[other] === member)) return undefined;
  const calls = (body.messages as Record<string, unknown>[]).some((m) => m.tool_calls !== undefined);
  if (calls && member === 'tools') return undefined;
  return planned(`reduced/${JSON.stringify(others)}`, 'a part of a rejected combination', others);
}

/**
 * Whether a request to the same model has all optional members of a part, each with a value of the same kind;
 * numbers, limits and messages may differ.
 */
export function isPartOf(part: PlannedCompletion, { body }: Pick<PlannedCompletion, 'body'>): boolean {
  const { model, messages: _, ...members } = part.body;
  return (
    model === body.model &&
    Object.entries(members).every(
      ([member, value]) => LIMITS.includes(member) || kind(member, value) === kind(member, body[member]),
    )
  );
}

function kind(member: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'number') return typeof value;
  return shapeOf(value, schemaOf('completion-request').properties?.[member]);
}
