import { answerKey } from '../vocabulary/answer-key.ts';
import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import { type Exchange, isClientError, type RequestSpec } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';

/** The path of the completion endpoint (spec 4.1). */
export const COMPLETIONS = '/api/v1/chat/completions';

/**
 * The check that reports whether a request with this member is accepted; a test ensures that each member has one.
 */
export const acceptanceOf = (member: string): CheckId =>
  `request/accepts-${member.replaceAll('_', '-') as 'plain'}`;

/** Whether a row is for an additional model: it is sent once, and never with a larger limit. */
export const forOtherModel = ({ judgedBy }: PlannedCompletion): boolean =>
  judgedBy === 'request/accepts-models';

const completionKey = (id: string) => answerKey<Exchange>(`completion/${id}`);

/** A POST of a JSON body to the completion endpoint. Billable requests are marked. */
export function jsonPost(label: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path: COMPLETIONS,
    label,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
  };
}

/** The HTTP request of a planned completion. */
export function completionSpec(row: PlannedCompletion): RequestSpec {
  return {
    ...jsonPost(row.why, row.body),
    body: written(row),
    ...(row.larger && { larger: true }),
    billable: { tokens: row.tokens || UNLIMITED_TOKENS, choices: row.choices },
  };
}

function written({ body, escaped: asEscapes, indented, exponent }: PlannedCompletion): string {
  const json = indented ? `\r\n ${JSON.stringify(body, null, 2)}\r\n` : JSON.stringify(body);
  const text = exponent === undefined ? json : exponential(json, exponent);
  return asEscapes ? escaped(text) : text;
}

/** JSON text with every character beyond ASCII escaped. */
const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Requests a planned completion once per run (and round) for all checks. Any response counts, including a
 * rejection, except one that earlier rejections may have caused.
 */
export async function completion(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  if (row.afterRefusals) {
    const { after } = await completionAfterRefusals(ask, row);
    if (!isClientError(after)) return after;
  }
  // On a new connection.
  const connection = row.afterRefusals && { connection: `first ${row.id}` };
  return ask.shared(completionKey(row.id), (own) => own.send({ ...completionSpec(row), ...connection }));
}

/** A completion, and the request before it on its connection. */
interface AfterOther {
  refused: Exchange;
  after: Exchange;
}

/** The same after rejections on its connection: of plain requests before a stream, and of streams before a plain one. */
export function completionAfterRefusals(ask: Requester, row: PlannedCompletion): Promise<AfterOther> {
  const connection = `refusals before ${row.id}`;
  const { model, stream } = row.body;
  // These cannot be completed: they are free if accepted.
  const invalid = { model, messages: 7, max_tokens: 1 };
  return ask.shared(answerKey<AfterOther>(`after-refusals/${row.id}`), async (own) => {
    const body = stream ? invalid : { ...invalid, stream: true };
    const flawed = { ...jsonPost('refused before a valid request', body), connection };
    for (let more = row.afterRefusals ?? 1; more > 1; more--) await own.sendOnce(flawed);
    const refused = await own.sendOnce(flawed);
    return { refused, after: await own.send({ ...completionSpec(row), connection }) };
  });
}

/** A member of JSON text whose value is a number: the text before the number, and the number. */
const numberOf = (name: string) => new RegExp(`("${name}":\\s*)(-?[\\d.]+(?:e[+-]?\\d+)?)`);

/** JSON of a request in which a member's number is written with an exponent, and 0 as -0.0: the same numbers. */
export function exponential(json: string, name: string): string {
  return json.replace(numberOf(name), (_, before: string, number: string) =>
    Number(number) === 0 ? `${before}-0.0` : `${before}${Number(number).toExponential()}`,
  );
}

/** A member's number as it is written in JSON text. */
export const numberIn = (json: string, name: string): string | undefined => numberOf(name).exec(json)?.[2];

/** The same request with the newer name of its limit: some reasoning models accept only that one. */
export function withNewerLimit(row: PlannedCompletion): PlannedCompletion {
  const { max_tokens: limit, ...body } = row.body;
  return { ...row, id: `${row.id}-newer`, body: { ...body, max_completion_tokens: limit } };
}
