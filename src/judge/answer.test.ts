import { expect, test } from 'vitest';
import { exchange, streamExchange } from '../testing/exchange.ts';
import { answerOfBody, answerOfStream } from './answer.ts';
import { parseStream } from './parsed-stream.ts';

const part = (index: number | undefined, delta: object, finish: string | null = null) => ({
  choices: [{ ...(index === undefined ? {} : { index }), delta, finish_reason: finish }],
});

test('a streamed answer is put together by choice', async () => {
  const reading = await parseStream(
    streamExchange([
      { choices: [], prompt_filter_results: [] },
      part(1, { role: 'assistant', content: 'B' }),
      part(0, { role: 'assistant', content: '' }),
      part(0, { content: 'A' }),
      part(0, { reasoning: 'because' }),
      part(0, {}, 'stop'),
      part(1, { content: null }, 'length'),
      { choices: [], usage: { total_tokens: 3 } },
    ]),
  );
  const { choices, usage } = answerOfStream(reading);
  expect(choices.map((c) => [c.index, c.content, c.reasoning, c.finishReason])).toEqual([
    [0, 'A', 'because', 'stop'],
    [1, 'B', '', 'length'],
  ]);
  expect(usage).toEqual({ total_tokens: 3 });
});

test.each([
  [['null', 'null', 'length'], 'length'],
  [['tool_calls', 'stop'], 'tool_calls'],
  [['stop', 'tool_calls'], 'tool_calls'],
  [['tool_calls', 'length'], 'length'],
])('of several reasons %j the last one counts, or that of calls', async (reasons, expected) => {
  const reading = await parseStream(streamExchange(reasons.map((reason) => part(0, {}, reason))));
  expect(answerOfStream(reading).choices[0]!.finishReason).toBe(expected);
});

const call = (fragment: object) => ({ tool_calls: [fragment] });

test.each([
  ['with indices', [0, 0, 1]],
  ['without indices', [undefined, undefined, undefined]],
])('tool calls are put together %s', async (_, indices) => {
  const fragments = [
    { id: 'c1', function: { name: 'f', arguments: '{"a"' } },
    { function: { arguments: ':1}' } },
    { id: 'c2', function: { name: 'g', arguments: '' } },
  ];
  const chunks = fragments.map((f, i) =>
    part(0, call(indices[i] === undefined ? f : { index: indices[i], ...f })),
  );
  const { choices } = answerOfStream(await parseStream(streamExchange(chunks)));
  expect(choices[0]!.calls.map((c) => [c.id, c.name, c.arguments])).toEqual([
    ['c1', 'f', '{"a":1}'],
    ['c2', 'g', ''],
  ]);
});

test.each([0.5, -1, '1', 1e9, Number.MAX_SAFE_INTEGER])(
  'a fragment whose index is %j continues the last call and makes no others',
  async (index) => {
    const fragments = [
      { id: 'c1', function: { name: 'f', arguments: '1' } },
      { function: { arguments: '2' } },
    ];
    const chunks = fragments.map((fragment) => part(0, call({ index, ...fragment })));
    const { choices } = answerOfStream(await parseStream(streamExchange(chunks)));
    expect(choices[0]!.calls.map((c) => [c.id, c.arguments])).toEqual([['c1', '12']]);
  },
);

test.each([undefined, null, [], 'text', { choices: 'none' }, { choices: [null, 7] }])(
  'a body of another shape, %j, breaks nothing',
  (body) => {
    expect(() => answerOfBody(exchange({ body }), body)).not.toThrow();
  },
);

test('of an answer with more choices than anybody asks for the first are read', () => {
  const { choices } = answerOfBody(exchange(), {
    choices: Array(50_000).fill({ message: { content: 'x' } }),
  });
  expect(choices.length).toBeLessThan(2_000);
  expect(choices[0]).toMatchObject({ index: 0, content: 'x' });
});
