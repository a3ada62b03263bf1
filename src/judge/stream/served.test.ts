import { expect, test } from 'vitest';
import { streamExchange } from '../../testing/exchange.ts';
import { parseStream } from '../parsed-stream.ts';
import { servedToItsEnd } from './served.ts';
import { hasCalls } from './tools.ts';

const chunk = (delta: object) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] });
const ended = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const ERROR = { error: { message: 'tool parser failed' } };

const judged = async (chunks: readonly unknown[]) => {
  const { exchange, lateError: error } = await parseStream(streamExchange(chunks));
  return servedToItsEnd({ exchanges: [exchange], what: 'tools', ...(error && { error }) });
};

test.each<[string, unknown[], number]>([
  ['an answer', [chunk({ content: 'Hi' })], 0],
  ['an error after the start', [chunk({ content: 'Hi' }), ERROR], 1],
  ['an error and nothing else', [ERROR], 1],
  ['a note before the answer', [{ message: 'queued' }, chunk({ content: 'Hi' })], 0],
  ['an error that ends the choice', [chunk({}), { ...chunk({}), ...ERROR }], 1],
  [
    'a code of success in every chunk',
    [
      { ...chunk({ content: 'Hi' }), error: { code: 0, message: 'ok' } },
      { ...ended, error: { code: 0, message: 'ok' } },
    ],
    0,
  ],
  ['a member of that name that is null', [chunk({}), { ...chunk({}), error: null }], 0],
])('%s', async (_, chunks, findings) => {
  expect(await judged(chunks)).toHaveLength(findings);
});

test('a breach names every stream and what the error says', async () => {
  const [first, again] = await Promise.all([1, 2].map(() => parseStream(streamExchange([chunk({}), ERROR]))));
  const [found] = servedToItsEnd({
    exchanges: [first!.exchange, again!.exchange],
    what: 'tools',
    error: again!.lateError!,
  });
  expect(found).toMatchObject({ breach: 'valid-refused', place: 'body' });
  expect(found!.exchanges).toHaveLength(2);
  expect(found!.actual).toContain('tool parser failed');
});

test('streams with and without a call', async () => {
  const call = chunk({ tool_calls: [{ index: 0, id: 'c1' }] });
  expect(hasCalls(await parseStream(streamExchange([call])))).toBe(true);
  expect(hasCalls(await parseStream(streamExchange([chunk({ content: 'Hi' })])))).toBe(false);
});
