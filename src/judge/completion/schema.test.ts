import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { fits } from './schema.ts';

test('the first items of a list are validated, however many follow', () => {
  const choice = { index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' };
  const body = (choices: unknown[]) => ({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices,
  });
  const breaches = (choices: unknown[]) =>
    fits('body')({ exchange: exchange(), body: body(choices) }).filter(({ place }) => /choices/.test(place));
  const many = Array<unknown>(10_000).fill(choice);
  expect(breaches([...many, 1])).toEqual([]);
  expect(breaches([1, ...many])).toMatchObject([{ place: 'body /choices/0' }]);
});
