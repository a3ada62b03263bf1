import { type JsonSchema, schemaOf } from '../../src/contract/schemas.ts';
import { type AcceptanceEvidence, acceptance } from '../../src/judge/acceptance.ts';
import { gatewayRefused } from '../../src/judge/refusal.ts';
import {
  acceptedOnce,
  begun,
  completion,
  completionSpec,
  plainRow,
  settled,
  steadyServerError,
} from '../../src/requests/ask.ts';
import { slugOf } from '../../src/requests/constraints.ts';
import { corpus } from '../../src/requests/corpus.ts';
import { minimalRequest } from '../../src/requests/minimal-request.ts';
import { NOT_WHILE_REASONING, permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { acceptanceOf, withNewerLimit } from '../../src/requests/planned.ts';
import { shapeOf } from '../../src/requests/shape.ts';
import { DEPENDENT_MEMBERS, single } from '../../src/requests/single.ts';
import { smallestRefused } from '../../src/requests/smallest-refused.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive, orUndefined } from '../../src/vocabulary/undecidable.ts';

const settledKey = (id: string) => answerKey<Exchange>(`settled/${id}`);

type Body = Record<string, unknown>;

/** The response to a valid request, in which a recurring server error counts as a response. */
export function outcome(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  return completion(ask, row).catch((error: unknown) => {
    if (!steadyServerError(error)) return begun(error);
    const beside = completionSpec(plainRow(String(row.body.model)));
    return ask.shared(settledKey(row.id), (own) => settled(own, completionSpec(row), beside));
  });
}

/** Whether a request is accepted; undefined if inconclusive. */
export async function takes(ask: Requester, row: PlannedCompletion): Promise<boolean | undefined> {
  const answer = await orUndefined(outcome(ask, row));
  return answer && isSuccess(answer);
}

/**
 * Rejects with `Inconclusive` if a rejected request is accepted when sent again: no part of it is the cause then.
 * `when` distinguishes repetitions at different times.
 */
export async function expectRefusedAgain(ask: Requester, row: PlannedCompletion, when = ''): Promise<void> {
  const send = (name: string) => orUndefined(outcome(ask, { ...row, id: `${row.id}/${when}${name}` }));
  if (!(await acceptedOnce(send))) return;
  throw new Inconclusive(`${row.why}: rejected, and accepted when sent again`, [], 'status/accepted-always');
}

/**
 * The first accepted one of these requests; if there is none, the response to the last one, which has no other
 * optional members. When a rejection is repeated, only that one is sent again.
 */
export async function firstAccepted(
  ask: Requester,
  rows: readonly PlannedCompletion[],
  alone: PlannedCompletion,
): Promise<Exchange> {
  if (ask.round === 1) {
    for (const row of rows) {
      const exchange = await outcome(ask, row);
      if (isSuccess(exchange)) return exchange;
    }
  }
  return outcome(ask, alone);
}

/** Tests whether a member is accepted with a value: in the rows with it, else alone. */
export async function accepted(
  context: CheckContext,
  ask: Requester,
  member: string,
  rows: readonly PlannedCompletion[],
  alone: PlannedCompletion,
): Promise<AcceptanceEvidence> {
  let exchange = await firstAccepted(ask, rows, alone);
  let { body } = alone;
  const what = `${member} = ${JSON.stringify(body[member])}`;
  if (isSuccess(exchange)) return { exchange, what };
  await expectPlainAccepted(context, exchange);
  // A member that depends on a switched-off one is excused like that one.
  const early = NOT_WHILE_REASONING.includes(member)
    ? await permittedRefusal(context, ask, member, body)
    : undefined;
  if (early === undefined) {
    const least = await besideLeast(ask, member, alone);
    if (least) exchange = await outcome(ask, least);
    if (isSuccess(exchange)) return { exchange, what };
    body = least?.body ?? body;
  }
  const excuse = early ?? (await permittedRefusal(context, ask, member, body));
  if (excuse || ask.round === 1) await expectRefusedAgain(ask, { ...alone, body });
  const limit = await limitOfOther(context, ask, body);
  if (excuse || limit !== undefined) return { exchange, what: limit ?? what, ...(excuse && { excuse }) };
  return named(ask, { ...alone, body }, { exchange, what });
}

/** Reduces a rejected request to its smallest rejected part, which costs little. */
export async function named(
  ask: Requester,
  row: PlannedCompletion,
  evidence: AcceptanceEvidence,
): Promise<AcceptanceEvidence> {
  const status = evidence.exchange.response?.status ?? 0;
  if (ask.round === 2 || status < 400 || gatewayRefused(evidence.exchange)) return evidence;
  const smallest = await smallestRefused(ask, row, evidence.exchange);
  return smallest ? { ...evidence, ...smallest, isCompared: true } : evidence;
}

/**
 * The limit of a request to the other model if that model accepts only its newer name; undefined if that is not the
 * cause.
 */
async function limitOfOther(
  context: CheckContext,
  ask: Requester,
  { model, max_tokens: limit }: Body,
): Promise<string | undefined> {
  if (model === context.model || limit === undefined) return undefined;
  const plain = { ...plainRow(String(model)), id: 'plain-reasoning' };
  if (isSuccess(await outcome(ask, plain))) return undefined;
  if (!isSuccess(await outcome(ask, withNewerLimit(plain)))) return undefined;
  return `max_tokens = ${limit}, as max_completion_tokens is taken by the model ${JSON.stringify(model)}`;
}

/**
 * The request without the member is accepted, or its own check reports why both are rejected: if both responses are
 * equal, there is no other reason.
 */
export async function expectPlainAccepted(context: CheckContext, refused: Exchange): Promise<void> {
  const check = acceptanceOf('plain');
  if (context.holds(check)) return;
  const plain = await outcome(context, plainRow(context.model));
  if (plain.response?.status === refused.response?.status)
    throw new Inconclusive('the minimal request is rejected too', [refused], check);
}

/**
 * The members that a member needs, as they are accepted alone: as in the request, or with required content only.
 */
async function besideLeast(
  ask: Requester,
  member: string,
  { body }: PlannedCompletion,
): Promise<PlannedCompletion | undefined> {
  const companion = DEPENDENT_MEMBERS[member];
  if (companion === undefined || body[companion] === undefined) return undefined;
  const taken = await acceptedWith(ask, companion, body);
  return taken === body ? undefined : single(member, taken);
}

/**
 * A request with a member that is accepted alone: the request itself, or one with the minimum of that member. If
 * neither is accepted it rejects with `Inconclusive`, since the check of that member reports the cause.
 */
export async function acceptedWith(ask: Requester, member: string, body: Body): Promise<Body> {
  const alone = await outcome(ask, single(member, body));
  if (isSuccess(alone)) return body;
  const least = minimalRequest(body, member);
  if (isSuccess(await outcome(ask, single(member, least)))) return least;
  throw new Inconclusive(`${member} alone is rejected`, [alone], acceptanceOf(member));
}

/** One check for each optional member of the request, with every kind of value in the run's requests. */
export function memberChecks(): Check[] {
  const { properties = {}, required = [] } = schemaOf('completion-request');
  const smoke = new Set(
    corpus({ profile: 'smoke', seed: 1, model: 'm', reasoningModel: undefined }).flatMap((row) =>
      Object.keys(row.body),
    ),
  );
  // The members of the minimal request are covered by it: if it is rejected, nothing can be judged.
  const plain = plainRow('m').body;
  return Object.keys(properties)
    .filter((member) => !required.includes(member) && !Object.hasOwn(plain, member))
    .map((member) => memberCheck(member, smoke.has(member)));
}

function memberCheck(member: string, inSmoke: boolean): Check {
  const schema = schemaOf('completion-request').properties?.[member] as JsonSchema;
  return {
    id: `request/accepts-${slugOf([member])}`,
    title: `A valid request with ${member} is accepted`,
    clauses: [schema['x-clause'] ?? '2.1', '4.1'],
    level: 'must',
    profile: inSmoke ? 'smoke' : 'standard',
    adaptsTo: [acceptanceOf('plain')],
    about: `Sends ${member} with every kind of value of the run. Sends a minimal request with ${member} if all of a kind were rejected. Passes if one was accepted. Warns on a rejection that services may decide by model. Fails on any other rejection.`,
    async run(context) {
      const having = context.planned.filter(({ body }) => body[member] !== undefined);
      const kinds = Map.groupBy(having, ({ body }) => shapeOf(body[member], schema));
      await context.verifyEach(
        [...kinds.values()].map(
          (rows) => (ask) => accepted(context, ask, member, rows, single(member, rows[0]!.body)),
        ),
        acceptance,
        `this profile has no request with ${member}`,
      );
    },
  };
}
