import { expect, test } from 'vitest';
import { planned } from '../vocabulary/planned-completion.ts';
import { corpus } from './corpus.ts';
import { describeRow, minimalCover, traitsOf } from './minimal-cover.ts';

const row = (id: string, body: object) =>
  planned(id, id, { model: 'm', messages: [{ role: 'user', content: 'Hi.' }], ...body });

test('a row that shows nothing new is left out', () => {
  const all = [row('a', { seed: 1 }), row('b', { seed: 2, user: 'u' }), row('c', { seed: 3, stream: true })];
  expect(minimalCover(all).map(({ id }) => id)).toEqual(['b', 'c']);
});

test.each([
  ['members', { seed: 1 }, 'seed'],
  ['members of a stream', { seed: 1, stream: true }, 'streamed seed'],
  ['a function that is named', { tools: [], tool_choice: { function: { name: 'f' } } }, 'choice named'],
  ['a kind of format', { response_format: { type: 'json_object' } }, 'format json_object'],
  ['several choices', { n: 2 }, 'choices'],
])('%s are told apart', (_, body, trait) => {
  expect(traitsOf(row('one', body))).toContain(trait);
});

test('a row is told in words', () => {
  expect(describeRow(row('one', { stream: true, n: 2, seed: 1 }))).toBe('a stream with n, seed');
});

test.each([1, 2, 3])('the rows of seed %i are shown by less than half of them', (seed) => {
  const rows = corpus({ profile: 'standard', seed, model: 'm', reasoningModel: 'r' });
  const chosen = minimalCover(rows);
  expect(chosen.length).toBeLessThan(rows.length / 2);
  expect(new Set(chosen.flatMap(traitsOf))).toEqual(new Set(rows.flatMap(traitsOf)));
});
