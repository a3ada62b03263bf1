import { schemaOf } from '../../src/contract/schemas.ts';
import { type AcceptanceEvidence, acceptance } from '../../src/judge/acceptance.ts';
import { type PlannedCompletion, plainRow, wasAccepted } from '../../src/requests/ask.ts';
import { boundaryValues } from '../../src/requests/breaking.ts';
import { COMPANIONS } from '../../src/requests/carriers.ts';
import { requestConstraints } from '../../src/requests/constraints.ts';
import { corpusOf } from '../../src/requests/corpus-of.ts';
import { firstOnly } from '../../src/requests/description.ts';
import { isPartOf } from '../../src/requests/part.ts';
import { permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import { reduced } from '../../src/requests/reduced.ts';
import { shapeOf } from '../../src/requests/shape.ts';
import { single, singleConversation } from '../../src/requests/single.ts';
import { NOT_WHILE_REASONING } from '../../src/requests/switched-off.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';
import { Inconclusive, orNothing } from '../../src/vocabulary/undecidable.ts';
import { boundaryCheckId, named, outcome } from './accepted.ts';
import { answersTo, type Refused } from './answers-to.ts';
import { kindOf } from './conversation-kind.ts';
import { besideLimit, inWords, optional, sameValue } from './optional.ts';
import { asWritten, plainlyWritten, writtenOtherwise } from './written.ts';

/** Refused combinations whose members are asked for one by one, at most: what is accepted alone is paid for. */
const TAKEN_APART = 8;

/** The control of all others. */
export const plainCheck: Check = {
  id: 'request/accepts-plain',
  title: 'The minimal request is accepted',
  clauses: ['2.1', '4.1'],
  level: 'must',
  about:
    'Sends one short user message, a model and a small limit. Passes on a 2xx. Fails on any other status. Most other request checks depend on it.',
  async run(context) {
    const row = plainRow(context.model);
    const { exchange } = await context.verify(
      async (ask) => ({ exchange: await outcome(ask, row), what: 'the minimal request' }),
      acceptance,
    );
    // A body that breaks off is told elsewhere: that the request was taken stands in the status.
    if (wasAccepted(exchange)) context.held(exchange);
  },
};

/** Combinations are judged only when each of their members is accepted alone. */
export const combinationsCheck: Check = {
  id: 'request/accepts-combinations',
  title: 'Optional members are accepted in combination',
  clauses: ['2.1'],
  level: 'must',
  profile: 'standard',
  adaptsTo: ['request/accepts-plain'],
  about:
    'Sends every compatible pair of kinds of values of two optional members. Reduces a rejected request to the smallest one that is still rejected. Warns if its members are accepted one by one. Fails on a server error, and if the request is accepted in common JSON formatting but not with reordered members, escapes or line breaks. Does not judge a member that is rejected alone, unless the same kind of value was accepted elsewhere: then it fails.',
  async run(context) {
    const { accepted, refused, undecided } = await answersTo(
      context,
      corpusOf(context).filter(isCombination),
    );
    const items: ((ask: Requester) => Promise<AcceptanceEvidence>)[] = [];
    const left: Inconclusive[] = [];
    // Another check answers for these: they are no combination of members that are accepted alone.
    const elsewhere: Inconclusive[] = [];
    const blamed: (readonly [string, PlannedCompletion])[] = [];
    const parts: Refused[] = [];
    const writings = new Set<string>();
    let apart = 0;
    for (const { row, status } of refused) {
      // Refused for what an earlier one was refused for, unless something that was accepted holds that too.
      if (
        parts.some(
          (part) =>
            part.status === status &&
            isPartOf(part.row, row) &&
            !accepted.some((other) => isPartOf(part.row, other)),
        )
      )
        continue;
      const known =
        blamed.find(
          ([member, other]) => sameValue(member, row, other) || neverTaken(member, row, other, accepted),
        )?.[0] ??
        (await excusedBefore(
          context,
          row,
          blamed.map(([member]) => member),
          accepted,
        )) ??
        (await refusedAsStream(context, row));
      const writing = known === undefined ? writtenOtherwise(row) : [];
      if (writing.some((way) => writings.has(way))) continue;
      if (writing.length > 0 && (await takes(context, plainlyWritten(row)))) {
        for (const way of writing) writings.add(way);
        items.push((ask) => asWritten(ask, row));
        continue;
      }
      if (known === undefined && apart++ >= TAKEN_APART) {
        left.push(new Inconclusive(`${row.why}: rejected; no further combinations are reduced`));
        continue;
      }
      const member = known ?? (await refusedAlone(context, row, accepted));
      if (member !== undefined) blamed.push([member, row]);
      if (member === undefined) {
        const smallest = await reduced(row, (smaller) => takes(context, smaller));
        parts.push({ row: smallest, status });
        items.push(await refusedTogether(context, smallest));
      } else if (
        boundaryCheckOf(member, row) === undefined &&
        accepted.some((other) => sameKind(member, other, row))
      )
        items.push((ask) => alone(context, ask, member, row));
      else if ((await permittedRefusal(context, context, member, row.body)) === undefined) {
        const judgedBy = boundaryCheckOf(member, row) ?? onlyMember(member, row).judgedBy;
        const why = `${row.why}: ${member} alone is rejected, see ${judgedBy}`;
        elsewhere.push(new Inconclusive(why, [], judgedBy));
      }
    }
    if (items.length > 0) await context.verifyEach(items, acceptance);
    if (left[0]) return left[0];
    if (elsewhere[0] && items.length === 0 && accepted.length === 0) return elsewhere[0];
    return undecided;
  },
};

/** Also a request that was made for one of its members: it may be refused for the others beside it. */
function isCombination(row: PlannedCompletion): boolean {
  const { body, judgedBy } = row;
  if (forOtherModel(row)) return false;
  return judgedBy === 'request/accepts-combinations' || besideLimit(body).length > 1;
}

/** Whether a smaller request is accepted; undefined where that could not be decided. */
async function takes(ask: Requester, row: PlannedCompletion): Promise<boolean | undefined> {
  const answer = await orNothing(outcome(ask, row));
  return answer && wasAccepted(answer);
}

/** How a refused request is asked for again of which one member may be left, beside its limit, that is refused by itself. */
async function refusedTogether(context: CheckContext, smallest: PlannedCompletion) {
  const [only, ...others] = besideLimit(smallest.body);
  const byItself =
    only !== undefined &&
    others.length === 0 &&
    (await takes(context, single(only, smallest.body))) === false;
  return (ask: Requester) => (byItself ? alone(context, ask, only, smallest) : together(ask, smallest));
}

async function together(ask: Requester, row: PlannedCompletion): Promise<AcceptanceEvidence> {
  const exchange = await outcome(ask, row);
  const excuse = 'each member is accepted alone';
  return named(ask, row, { exchange, what: inWords(row), excuse });
}

async function alone(
  context: CheckContext,
  ask: Requester,
  member: string,
  row: PlannedCompletion,
): Promise<AcceptanceEvidence> {
  const only = onlyMember(member, row);
  const exchange = await outcome(ask, only);
  const what = `${member} = ${JSON.stringify(row.body[member])}`;
  const excuse = wasAccepted(exchange) ? undefined : await permittedRefusal(context, ask, member, row.body);
  return excuse ? { exchange, what, excuse } : named(ask, only, { exchange, what });
}

/**
 * A member that may be refused whatever its value, and is: none that the second description lacks is taken by a target
 * that follows it, and of those that services switch off for a model that reasons, one that was refused alone before.
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

/** `stream`, where no stream is to be had: asked first, as it explains half of all refusals for one request. */
async function refusedAsStream(context: CheckContext, row: PlannedCompletion): Promise<string | undefined> {
  if (row.body.stream !== true) return undefined;
  return wasAccepted(await outcome(context, onlyMember('stream', row))) ? undefined : 'stream';
}

/**
 * The member of a refused request that is refused alone as well; undefined when it takes several. What another request was
 * accepted with is not asked for, as that would be paid for.
 */
async function refusedAlone(
  context: CheckContext,
  row: PlannedCompletion,
  accepted: readonly PlannedCompletion[],
): Promise<string | undefined> {
  const unknown = (member: string) =>
    !accepted.some((other) =>
      ['model', member, COMPANIONS[member] ?? member].every((name) => sameValue(name, row, other)),
    );
  for (const member of [...Object.keys(optional(row.body)), 'messages'].filter(unknown))
    if (!wasAccepted(await outcome(context, onlyMember(member, row)))) return member;
  return undefined;
}

function onlyMember(member: string, { body }: PlannedCompletion): PlannedCompletion {
  return member === 'messages' ? singleConversation(body) : single(member, body);
}

/** Whether a member of this kind, or of any where this one is at a bound, was refused alone and never accepted. */
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

/** Bounds, and what lies just inside them, have checks of their own: that of the value which a request has. */
function boundaryCheckOf(member: string, { body }: PlannedCompletion): CheckId | undefined {
  const constraint = requestConstraints().find(
    (one) =>
      one.path.length === 1 && one.path[0] === member && boundaryValues(one).includes(body[member] as number),
  );
  return constraint && boundaryCheckId(constraint);
}

/** Whether two requests have a member of one kind: then its own check looked no further than the accepted one. */
function sameKind(member: string, one: PlannedCompletion, other: PlannedCompletion): boolean {
  const kind = ({ body }: PlannedCompletion) =>
    member === 'messages'
      ? kindOf(body.messages)
      : shapeOf(body[member], schemaOf('completion-request').properties?.[member]);
  return one.body[member] !== undefined && kind(one) === kind(other);
}
