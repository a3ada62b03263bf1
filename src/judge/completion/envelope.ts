import type { Answer } from '../../vocabulary/answer.ts';
import { answeredAt } from '../../vocabulary/answered-at.ts';
import type { Finding } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { finding, quote, show } from '../finding.ts';
import { list, member } from '../json.ts';
import type { Completion } from '../table.ts';

const DAY = 86_400;

/** `created` of a completion is plausible. */
export function createdPlausible({ exchange, body }: Completion): Finding[] {
  return plausibleTime(exchange, body.created, 'body /created');
}

/**
 * `created` is in seconds and within a day of the response's Date header. Without that header only an impossible
 * number of seconds is reported: eleven digits or more, or before 2001.
 */
export function plausibleTime(exchange: Exchange, created: unknown, place: string): Finding[] {
  if (typeof created !== 'number') return [];
  const told = answeredAt(exchange);
  const date = told && told / 1000;
  const off = date === undefined ? created < 1e9 || created >= 1e11 : Math.abs(created - date) > DAY;
  if (!off) return [];
  const beside = date === undefined ? '' : `, with Date header ${date}`;
  const expected = 'created in Unix seconds, within a day of the Date header';
  return [finding(exchange, expected, `${created}${beside}`, place)];
}

/** The id of a completion is not empty. */
export function idGiven({ exchange, body }: Completion): Finding[] {
  return body.id === '' ? [finding(exchange, 'a non-empty id', 'an empty string', 'body /id')] : [];
}

/** No two completions have the same id. */
export function idsDiffer(answers: readonly Answer[]): Finding[] {
  const named = answers.filter((answer) => answer.id);
  for (const same of Map.groupBy(named, (answer) => answer.id!).values()) {
    const [first, second, ...others] = same;
    if (!first || !second) continue;
    const shown = [second, first, ...others.slice(0, 6)].map(({ exchange }) => exchange);
    const actual = `${quote(first.id!, 60)} in ${same.length} answers`;
    return [finding(shown, 'a unique id for each answer', actual, 'body /id')];
  }
  return [];
}

const REASONS = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call'];

/** Whether a value is a finish_reason that OpenAI documents. */
export const isReason = (value: unknown): boolean => typeof value === 'string' && REASONS.includes(value);

/** `finish_reason` is present and one of those that OpenAI documents. Another check reports null. */
export function finishKnown({ exchange, body }: Completion): Finding[] {
  for (const [i, choice] of list(body.choices).entries()) {
    const reason = member(choice, 'finish_reason');
    if (reason === null || isReason(reason)) continue;
    // A wrong type violates the schema, which another check reports.
    if (reason !== undefined && typeof reason !== 'string') continue;
    const expected = `finish_reason is one of ${REASONS.join(', ')}`;
    return [finding(exchange, expected, show(reason), `body /choices/${i}/finish_reason`)];
  }
  return [];
}

/** The same over a stream, where another check reports absence. */
export function streamedFinishKnown({ exchange, choices }: Answer): Finding[] {
  const odd = choices.find(({ finishReason }) => finishReason && !isReason(finishReason));
  if (!odd) return [];
  const expected = `finish_reason is one of ${REASONS.join(', ')}`;
  return [finding(exchange, expected, show(odd.finishReason), `body, choice ${odd.index}`)];
}
