import type { Finding } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import { isObject, list, member } from '../json.ts';
import type { Completion } from '../table.ts';
import { fits } from './schema.ts';

/** At least one choice, and as many as `n` asked for. */
export function countAsAsked({ exchange, body, row }: Completion & { row: { choices: number } }): Finding[] {
  // Choices that are not an array violate the schema, which another check reports.
  if (!Array.isArray(body.choices)) return [];
  const count = body.choices.length;
  if (count === row.choices) return [];
  return [finding(exchange, 'as many choices as n', `${count} for n = ${row.choices}`, 'body /choices')];
}

/** `index` is 0 to the number of choices less one, once each. */
export function indicesOnceEach(completion: Completion): Finding[] {
  const wrong = fits('index')(completion);
  if (wrong.length > 0) return wrong;
  const choices = list(completion.body.choices);
  // Choices that are not objects violate the schema, which another check reports.
  if (!choices.every(isObject)) return [];
  const indices = choices.map((choice) => Number(choice.index));
  const sorted = [...indices].sort((a, b) => a - b);
  const at = sorted.findIndex((index, i) => index !== i);
  if (at < 0) return [];
  const place = `body /choices/${Math.max(0, indices.indexOf(sorted[at]!))}/index`;
  const expected = 'indices 0 to n-1, each once';
  return [finding(completion.exchange, expected, indices.slice(0, 8).join(', '), place)];
}

/** Every message has the role assistant. */
export function assistantSpeaks({ exchange, body }: Completion): Finding[] {
  for (const [i, choice] of list(body.choices).entries()) {
    const message = member(choice, 'message');
    // A message that is not an object violates the schema, which another check reports.
    if (!isObject(message) || message.role === 'assistant') continue;
    const place = `body /choices/${i}/message/role`;
    return [finding(exchange, 'message.role is assistant', show(message.role), place, { clause: '2.2' })];
  }
  return [];
}
