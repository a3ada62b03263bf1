import { answerKey } from '../vocabulary/answer-key.ts';
import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { exponential } from './exponential.ts';
import { COMPLETIONS } from './planned.ts';

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
    ...(row.isSubstitute && { isSubstitute: true }),
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
    const exchange = await completionAfterRefusals(ask, row);
    if (!isRefused(exchange)) return exchange;
  }
  // On a new connection.
  const connection = row.afterRefusals && { connection: `first ${row.id}` };
  return ask.shared(completionKey(row.id), (own) => own.send({ ...completionSpec(row), ...connection }));
}

const isRefused = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500;

/** The same on a connection with earlier rejections: a plain one, and more before a request without streaming. */
export function completionAfterRefusals(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  const connection = `refusals before ${row.id}`;
  const { model, stream } = row.body;
  // These cannot be completed: they are free if accepted.
  const invalid = { model, messages: 7, max_tokens: 1 };
  const plain = [JSON.stringify(invalid)];
  const bodies = stream ? plain : [...plain, JSON.stringify({ ...invalid, stream: true })];
  return ask.shared(answerKey<Exchange>(`after-refusals/${row.id}`), async (own) => {
    for (const body of bodies)
      await own.sendOnce({ ...jsonPost('refused before a valid request', {}), body, connection });
    return own.send({ ...completionSpec(row), connection });
  });
}
