import { type AcceptanceEvidence, acceptance } from '../../src/judge/acceptance.ts';
import { plainRow } from '../../src/requests/ask.ts';
import { partsOf } from '../../src/requests/parts.ts';
import { permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import { isPartOf, reduced } from '../../src/requests/reduced.ts';
import { single } from '../../src/requests/single.ts';
import { refusedWriting, writtenOtherwise } from '../../src/requests/writing.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { attempt, Inconclusive, isUndecidable } from '../../src/vocabulary/undecidable.ts';
import { expectRefusedAgain, named, outcome, takes } from './accepted.ts';
import { judgedElsewhere, knownCause, onlyMember, refusedAlone, wasAcceptedElsewhere } from './blamed.ts';
import { inWords, membersWithoutLimit } from './optional.ts';
import { asWritten } from './written.ts';

/** Maximum number of rejected combinations whose members are sent one by one: accepted ones are billed. */
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
    // Another check reports a truncated body: the status shows that the request was accepted.
    if (isSuccess(exchange)) context.held(exchange);
  },
};

/** Whether an earlier one was rejected for a part that this one has too, and that no accepted one has. */
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

/** Combinations are judged only if each of their members is accepted alone. */
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
    const { accepted, refused, undecided } = await answersTo(context, context.planned.filter(isCombination));
    const causes = new RefusalCauses(context, accepted);
    for (const one of refused) await causes.explain(one);
    const { items, left, elsewhere } = causes;
    // One by one: findings of different causes would be merged.
    for (const item of items) await context.verifyEach([item], acceptance);
    if (left[0]) return left[0];
    if (elsewhere[0] && items.length === 0 && accepted.length === 0) return elsewhere[0];
    return undecided;
  },
};

/** Explains refused combinations one after the other, each by what the earlier ones have shown. */
class RefusalCauses {
  /** What has to be confirmed. */
  readonly items: ((ask: Requester) => Promise<AcceptanceEvidence>)[] = [];
  /** Refused, and not looked into. */
  readonly left: Inconclusive[] = [];
  /** Another check answers for these: they are no combination of members that are accepted alone. */
  readonly elsewhere: Inconclusive[] = [];
  readonly #context: CheckContext;
  readonly #accepted: readonly PlannedCompletion[];
  readonly #blamed: (readonly [string, PlannedCompletion])[] = [];
  readonly #parts: Refused[] = [];
  readonly #writings = new Set<string>();
  #reduced = 0;

  constructor(context: CheckContext, accepted: readonly PlannedCompletion[]) {
    this.#context = context;
    this.#accepted = accepted;
  }

  async explain({ row, status }: Refused): Promise<void> {
    if (isExplained(row, status, this.#parts, this.#accepted)) return;
    const known = await knownCause(this.#context, row, this.#blamed, this.#accepted);
    if (known === undefined) {
      if (!(await this.#isRefusedAgain(row))) return;
      if (await this.#isForItsWriting(row)) return;
      if (this.#reduced++ >= TAKEN_APART) {
        this.left.push(new Inconclusive(`${row.why}: rejected; no further combinations are reduced`));
        return;
      }
    }
    const member = known ?? (await refusedAlone(this.#context, row, this.#accepted));
    if (member === undefined) {
      const smallest = await reduced(row, (smaller) => takes(this.#context, smaller));
      if (!(await this.#isRefusedAgain(smallest, 'as a whole/'))) return;
      this.#parts.push({ row: smallest, status });
      this.items.push(await refusedTogether(this.#context, smallest));
    } else if (await this.#isRefusedAgain(onlyMember(member, row), 'alone/')) await this.#blame(member, row);
  }

  /** Whether the request is refused whenever it is sent; another check reports the others. */
  async #isRefusedAgain(row: PlannedCompletion, when?: string): Promise<boolean> {
    const other = await attempt(expectRefusedAgain(this.#context, row, when));
    if (other instanceof Inconclusive) this.elsewhere.push(other);
    return !(other instanceof Inconclusive);
  }

  /** Whether there is no other cause to look for: it is the notation of the request, or no part of it. */
  async #isForItsWriting(row: PlannedCompletion): Promise<boolean> {
    if (writtenOtherwise(row).some(({ words }) => this.#writings.has(words))) return true;
    const writing = await refusedWriting(row, (other) => takes(this.#context, other));
    if (!writing) return false;
    if (!(await this.#isRefusedAgain(writing.row, 'in its notation/'))) return true;
    for (const words of writing.words) this.#writings.add(words);
    this.items.push((ask) => asWritten(ask, writing));
    return true;
  }

  async #blame(member: string, row: PlannedCompletion): Promise<void> {
    this.#blamed.push([member, row]);
    if (wasAcceptedElsewhere(member, row, this.#accepted))
      this.items.push((ask) => alone(this.#context, ask, member, row));
    else this.elsewhere.push(...(await judgedElsewhere(this.#context, member, row)));
  }
}

/** Also a request that was made for one of its members: it may be rejected for the others. */
function isCombination(row: PlannedCompletion): boolean {
  const { body, judgedBy } = row;
  if (forOtherModel(row)) return false;
  return judgedBy === 'request/accepts-combinations' || membersWithoutLimit(body).length > 1;
}

/**
 * How a rejected request is sent again that may have one member, in addition to its limit, that is rejected alone.
 */
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
  const excuse = isSuccess(exchange) ? undefined : await permittedRefusal(context, ask, member, row.body);
  // It was accepted in another request.
  if (!excuse) return named(ask, only, { exchange, what, isCompared: true });
  await expectRefusedAgain(ask, only);
  return { exchange, what, excuse };
}

/** A request and the status of its rejection. */
interface Refused {
  row: PlannedCompletion;
  status: number | undefined;
}

/** The results of the combinations: accepted ones passed. */
async function answersTo(context: CheckContext, planned: readonly PlannedCompletion[]) {
  const rows = await Promise.all(planned.map((row) => withFewChoices(context, row)));
  const answers = await Promise.all(rows.map((row) => attempt(outcome(context, row))));
  const accepted: PlannedCompletion[] = [];
  const refused: Refused[] = [];
  for (const [i, answer] of answers.entries()) {
    if (isUndecidable(answer)) continue;
    if (isSuccess(answer)) {
      context.held(answer);
      accepted.push(rows[i]!);
    } else refused.push({ row: rows[i]!, status: answer.response?.status });
  }
  return { accepted, refused, undecided: answers.find(isUndecidable) };
}

/** A request for more than two choices, which services may reject: the same with two then. */
async function withFewChoices(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  if (row.choices <= 2) return row;
  const isAccepted = await outcome(context, row).then(isSuccess, () => true);
  return isAccepted ? row : partsOf(row)[0]!;
}
