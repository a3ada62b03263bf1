import { schemaOf } from '../../src/contract/schemas.ts';
import { boundaryValues } from '../../src/requests/breaking.ts';
import { requestConstraints } from '../../src/requests/constraints.ts';
import { firstOnly } from '../../src/requests/description.ts';
import { NOT_WHILE_REASONING, permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { shapeOf } from '../../src/requests/shape.ts';
import { DEPENDENT_MEMBERS, single, singleConversation } from '../../src/requests/single.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { outcome } from './accepted.ts';
import { boundaryCheckId } from './bounds.ts';
import { kindOf } from './conversation-kind.ts';
import { optional, sameValue } from './optional.ts';

/** The member for which a request is rejected, if an earlier one showed it, or if streams are rejected. */
export async function knownCause(
  context: CheckContext,
  row: PlannedCompletion,
  blamed: readonly (readonly [string, PlannedCompletion])[],
  accepted: readonly PlannedCompletion[],
): Promise<string | undefined> {
  const same = blamed.find(
    ([member, other]) => sameValue(member, row, other) || neverTaken(member, row, other, accepted),
  );
  const members = blamed.map(([member]) => member);
  return (
    same?.[0] ??
    (await excusedBefore(context, row, members, accepted)) ??
    (await refusedAsStream(context, row))
  );
}

/** Whether a member that is rejected alone was accepted with another value of its kind. */
export function wasAcceptedElsewhere(
  member: string,
  row: PlannedCompletion,
  accepted: readonly PlannedCompletion[],
): boolean {
  return boundaryCheckOf(member, row) === undefined && accepted.some((other) => sameKind(member, other, row));
}

/** The check that reports a member that is rejected alone; none if the contract permits that. */
export async function judgedElsewhere(
  context: CheckContext,
  member: string,
  row: PlannedCompletion,
): Promise<Inconclusive[]> {
  if ((await permittedRefusal(context, context, member, row.body)) !== undefined) return [];
  const judgedBy = boundaryCheckOf(member, row) ?? onlyMember(member, row).judgedBy;
  return [new Inconclusive(`${row.why}: ${member} alone is rejected, see ${judgedBy}`, [], judgedBy)];
}

/**
 * A member that may be rejected with any value, and is: a target that follows the second description rejects
 * members that it lacks, and services that switch off members for reasoning models rejected one alone before.
 */
async function excusedBefore(
  context: CheckContext,
  { body }: PlannedCompletion,
  blamed: readonly string[],
  accepted: readonly PlannedCompletion[],
): Promise<string | undefined> {
  for (const member of [...firstOnly(), ...NOT_WHILE_REASONING.filter((name) => blamed.includes(name))]) {
    if (body[member] === undefined || accepted.some((other) => other.body[member] !== undefined)) continue;
    if ((await permittedRefusal(context, context, member, body)) !== undefined) return member;
  }
  return undefined;
}

/** `stream`, if no stream works: tested first, as it explains half of all rejections with one request. */
async function refusedAsStream(context: CheckContext, row: PlannedCompletion): Promise<string | undefined> {
  if (row.body.stream !== true) return undefined;
  return isSuccess(await outcome(context, onlyMember('stream', row))) ? undefined : 'stream';
}

/**
 * The member of a rejected request that is rejected alone as well; undefined if there are several. Members of
 * accepted requests are not tested, since that would be billed.
 */
export async function refusedAlone(
  context: CheckContext,
  row: PlannedCompletion,
  accepted: readonly PlannedCompletion[],
): Promise<string | undefined> {
  const unknown = (member: string) =>
    !accepted.some((other) =>
      ['model', member, DEPENDENT_MEMBERS[member] ?? member].every((name) => sameValue(name, row, other)),
    );
  for (const member of [...Object.keys(optional(row.body)), 'messages'].filter(unknown))
    if (!isSuccess(await outcome(context, onlyMember(member, row)))) return member;
  return undefined;
}

export function onlyMember(member: string, { body }: PlannedCompletion): PlannedCompletion {
  return member === 'messages' ? singleConversation(body) : single(member, body);
}

/** Whether a member of this kind, or of any if this one is at a bound, was rejected alone and never accepted. */
function neverTaken(
  member: string,
  row: PlannedCompletion,
  other: PlannedCompletion,
  accepted: readonly PlannedCompletion[],
): boolean {
  if (boundaryCheckOf(member, other)) return false;
  if (boundaryCheckOf(member, row)) return accepted.every(({ body }) => body[member] === undefined);
  return sameKind(member, row, other) && !accepted.some((taken) => sameKind(member, taken, row));
}

/** Bounds, and values just inside them, have their own checks. */
function boundaryCheckOf(member: string, { body }: PlannedCompletion): CheckId | undefined {
  const constraint = requestConstraints().find(
    (one) =>
      one.path.length === 1 && one.path[0] === member && boundaryValues(one).includes(body[member] as number),
  );
  return constraint && boundaryCheckId(constraint);
}

/** Whether two requests have a member of one kind: its own check then stopped at the accepted one. */
function sameKind(member: string, one: PlannedCompletion, other: PlannedCompletion): boolean {
  const kind = ({ body }: PlannedCompletion) =>
    member === 'messages'
      ? kindOf(body.messages)
      : shapeOf(body[member], schemaOf('completion-request').properties?.[member]);
  return one.body[member] !== undefined && kind(one) === kind(other);
}
