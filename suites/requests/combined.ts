import { type AcceptanceEvidence, acceptance } from '../../src/judge/acceptance.ts';
import { type PlannedCompletion, plainRow, wasAccepted } from '../../src/requests/ask.ts';
import { corpusOf } from '../../src/requests/corpus-of.ts';
import { isPartOf } from '../../src/requests/part.ts';
import { permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import { reduced } from '../../src/requests/reduced.ts';
import { single } from '../../src/requests/single.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { Inconclusive, orUndefined } from '../../src/vocabulary/undecidable.ts';
import { named, outcome } from './accepted.ts';
import { answersTo, type Refused } from './answers-to.ts';
import { judgedElsewhere, knownCause, onlyMember, refusedAlone, wasAcceptedElsewhere } from './blamed.ts';
import { inWords, membersWithoutLimit } from './optional.ts';
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

/** Whether an earlier one was refused for a part that this one has too, and nothing that was accepted. */
function isExplained(
  row: PlannedCompletion,
  status: number | undefined,
  parts: readonly Refused[],
  accepted: readonly PlannedCompletion[],
): boolean {
  return parts.some(
    (part) =>
      part.status === status &&
      isPartOf(part.row, row) &&
      !accepted.some((other) => isPartOf(part.row, other)),
  );
}

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
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over refused requests, each explained by earlier ones
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
      if (isExplained(row, status, parts, accepted)) continue;
      const known = await knownCause(context, row, blamed, accepted);
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
      } else if (wasAcceptedElsewhere(member, row, accepted))
        items.push((ask) => alone(context, ask, member, row));
      else elsewhere.push(...(await judgedElsewhere(context, member, row)));
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
  return judgedBy === 'request/accepts-combinations' || membersWithoutLimit(body).length > 1;
}

/** Whether a smaller request is accepted; undefined where that could not be decided. */
async function takes(ask: Requester, row: PlannedCompletion): Promise<boolean | undefined> {
  const answer = await orUndefined(outcome(ask, row));
  return answer && wasAccepted(answer);
}

/** How a refused request is asked for again of which one member may be left, beside its limit, that is refused by itself. */
async function refusedTogether(context: CheckContext, smallest: PlannedCompletion) {
  const [only, ...others] = membersWithoutLimit(smallest.body);
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
