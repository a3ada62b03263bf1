import { expect, test } from 'vitest';
import { streamExchange } from '../../testing/exchange.ts';
import { usageIn } from './own-completions.ts';

const usage = (output: number) => ({
  usage: { prompt_tokens: 5, completion_tokens: output, total_tokens: 5 + output },
});
const says = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] });
const ends = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

test.each([
  ['before its text', [usage(3), says({ content: 'Hi' }), ends], undefined],
  ['before its reasoning', [usage(3), says({ reasoning: 'So' }), ends], undefined],
  [
    'before the arguments of a call',
    [usage(3), says({ tool_calls: [{ index: 0, function: { arguments: '{' } }] }), ends],
    undefined,
  ],
  ['behind its text, before its end', [says({ content: 'Hi' }), usage(3), ends], 3n],
  ['before an empty delta', [says({ content: 'Hi' }), usage(3), says({ content: '' }), ends], 3n],
  ['with each chunk, growing', [usage(1), { ...says({ content: 'Hi' }), ...usage(2) }, usage(3)], 3n],
])('the usage that a stream tells %s', (_, chunks, output) => {
  expect(usageIn(streamExchange(chunks))?.output).toBe(output);
});
