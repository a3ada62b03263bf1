import { expect, test } from 'vitest';
import { planned } from '../vocabulary/planned-completion.ts';
import { isPartOf } from './reduced.ts';

const row = (members: Record<string, unknown>) =>
  planned('row', 'a row', { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...members });
const part = row({ temperature: 0, top_p: 0.5, max_tokens: 4 });

test.each([
  [{ temperature: 2, top_p: 0, max_completion_tokens: 1, seed: 5 }, true],
  [{ temperature: 2, seed: 5, max_tokens: 4 }, false],
  [{ temperature: 2, top_p: null, max_tokens: 4 }, false],
  [{ temperature: 0, top_p: 0.5, model: 'other' }, false],
])('%j', (members, held) => {
  expect(isPartOf(part, row(members))).toBe(held);
});

test('a value of another kind is no part', () => {
  const named = row({ tools: [], tool_choice: { function: { name: 'f' } } });
  expect(isPartOf(named, row({ tools: [], tool_choice: 'auto' }))).toBe(false);
});
