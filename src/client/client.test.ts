import { describe, expect, test } from 'vitest';
import { exchange, streamExchange } from '../testing/exchange.ts';
import { requester } from '../testing/phases.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { created, parsed, refused } from './completions.ts';
import { helped, replayed } from './stream.ts';

const chunk = (delta: object, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const HELLO = [chunk({ role: 'assistant', content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop')];
const ROW = {
  id: 'r',
  why: 'a row',
  judgedBy: 'request/accepts-plain' as const,
  tokens: 4,
  choices: 1,
  body: { model: 'm', messages: [] },
};

describe('recorded streams', () => {
  test('both majors read what was sent', async () => {
    const outcomes = await replayed(streamExchange(HELLO));
    expect(outcomes.map((o) => [o.major, o.value?.choices[0]?.content])).toEqual([
      ['openai 6', 'Hello'],
      ['openai 7', 'Hello'],
    ]);
    const helpers = await helped(streamExchange(HELLO));
    expect(helpers.map((o) => o.value?.choices[0]?.message.content)).toEqual(['Hello', 'Hello']);
  });

  test.each<[string, object[]]>([
    ['an empty error member', HELLO.map((json) => ({ ...json, error: {} }))],
    ['an error', [...HELLO, { error: { message: 'overloaded' } }]],
  ])('both majors break on %s', async (_, chunks) => {
    const outcomes = await replayed(streamExchange(chunks));
    expect(outcomes.map((o) => o.thrown?.name)).toEqual(['APIError', 'APIError']);
  });
});

test.each([
  ['brackets', `data: ${'['.repeat(4e5)}${']'.repeat(4e5)}\n\n`],
  ['many objects', `data: [${Array(2e5).fill('{"a":{}}').join()}]\n\n`],
])('no client is given %s', async (_, body) => {
  const stream = exchange({ headers: { 'content-type': 'text/event-stream' }, body });
  await expect(replayed(stream)).rejects.toThrow(/too (?:much|many) to replay to a client/);
});

test('both majors read a stream of blank lines in time that grows with its size', async () => {
  const body = `${'\n\n'.repeat(100_000)}${HELLO.map((json) => `data: ${JSON.stringify(json)}\n\n`).join('')}data: [DONE]\n\n`;
  const stream = exchange({ headers: { 'content-type': 'text/event-stream' }, body });
  const outcomes = await replayed(stream);
  expect(outcomes.map((o) => o.value?.choices[0]?.content)).toEqual(['Hello', 'Hello']);
});

const WIDE = 4_294_967_294;
test.each<[string, object]>([
  ['a choice', { ...chunk({ content: 'a' }), choices: [{ index: WIDE, delta: { content: 'a' } }] }],
  ['a choice, as a text', { choices: [{ index: `${WIDE}`, delta: { content: 'a' } }] }],
  ['a call', chunk({ tool_calls: [{ index: WIDE, id: 'c', function: { name: 'f', arguments: '' } }] })],
])('no client makes a list for a wide index of %s', async (_, wide) => {
  for (const type of ['text/event-stream', 'application/json']) {
    const { response, ...rest } = streamExchange([wide, chunk({}, 'stop')]);
    const stream = { ...rest, response: { ...response!, headers: [['content-type', type] as const] } };
    await expect(helped(stream)).rejects.toThrow('an index is larger than 1000');
    await expect(replayed(stream)).rejects.toThrow(Inconclusive);
  }
});

test('requests go out with the headers of the client, and with the key of the run in place of its own', async () => {
  const specs: RequestSpec[] = [];
  const body = { id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }] };
  const ask = requester(async (spec) => {
    specs.push(spec);
    return exchange({ body });
  });
  const outcomes = await created(ask, ROW);
  expect(outcomes.map((o) => o.value?.choices[0]?.content)).toEqual(['Hi', 'Hi']);
  const names = specs.map(({ headers }) => headers?.map(([name]) => name) ?? []);
  expect(specs.map(({ path }) => path)).toEqual(['/api/v1/chat/completions', '/api/v1/chat/completions']);
  for (const list of names) {
    expect(list).toContain('x-stainless-lang');
  }
  const keys = specs.map(({ headers }) =>
    new Headers(headers?.map(([...header]) => header)).get('authorization'),
  );
  expect(keys).toEqual(['Bearer {key}', 'Bearer {key}']);
});

test('what the target left undecided is not blamed on the client', async () => {
  const ask = requester(async () => {
    throw new Inconclusive('status 503, 5 times');
  });
  await expect(created(ask, ROW)).rejects.toThrow('status 503, 5 times');
});

test.each([
  [400, 'BadRequestError'],
  [401, 'AuthenticationError'],
  [402, 'APIError'],
  [422, 'UnprocessableEntityError'],
])('status %d is a %s', async (status, name) => {
  const outcomes = await refused(exchange({ status, body: { error: { message: 'no' } } }));
  expect(outcomes.map((o) => o.thrown?.name)).toEqual([name, name]);
});

test('parse gives the value of a JSON answer', async () => {
  const body = {
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: '{"a":1}' }, finish_reason: 'stop' }],
  };
  const format = { type: 'json_schema', json_schema: { name: 'x', schema: {} } };
  const row = { ...ROW, body: { ...ROW.body, response_format: format } };
  expect((await parsed(row, exchange({ body }))).map((o) => o.value)).toEqual([{ a: 1 }, { a: 1 }]);
});
