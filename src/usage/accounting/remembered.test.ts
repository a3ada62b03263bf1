import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { rememberedInput } from './judge/missing-growth.ts';
import { ownCompletion } from './own-completions.ts';

const said = (text: string, input: number, model = 'm') =>
  ownCompletion(
    exchange({
      request: { model, messages: [{ role: 'user', content: text }] },
      body: { usage: { prompt_tokens: input, completion_tokens: 1, total_tokens: input + 1 } },
    }),
    undefined,
  );

test.each([
  ['nothing was said before', [said('a', 3), said('b', 5)], [], [0n]],
  ['one prompt comes again', [said('a', 3), said('a', 3)], [], [0n, 3n]],
  ['two were said before', [said('a', 3), said('b', 5)], [said('b', 5), said('a', 3)], [0n, 3n, 5n, 8n]],
  ['another model was asked', [said('a', 3), said('a', 3, 'other')], [], [0n]],
])('input that may be booked apart where %s', (_, own, earlier, sums) => {
  expect([...rememberedInput(own, earlier)].sort((a, b) => Number(a - b))).toEqual(sums);
});
