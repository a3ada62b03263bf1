import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { refusedStreamOptions, serves, tripOf } from './other-client.ts';

const ANSWER = exchange({ body: { usage: {} } });
const refused = (error: unknown) => exchange({ status: 422, body: { error } });

describe('what a client tripped over', () => {
  const issue = (path: unknown[], errors?: unknown) => ({
    path,
    message: 'expected number',
    ...(errors ? { errors } : {}),
  });
  const typeError = Object.assign(new Error('Type validation failed'), { name: 'AI_TypeValidationError' });
  const caused = (cause: unknown) =>
    Object.assign(new Error('Invalid JSON response', { cause }), { name: 'AI_APICallError' });

  test.each<[string, unknown, typeof ANSWER, string, RegExp]>([
    [
      'a refusal, by its status',
      new Error('422'),
      refused({ message: 'no', param: 'stop' }),
      'status',
      /^status 422 “stop: no”$/,
    ],
    [
      'a refusal that says nothing',
      new Error('422'),
      exchange({ status: 403, body: [] }),
      'status',
      /^status 403$/,
    ],
    [
      'an error, by its class and words',
      new TypeError('x is undefined'),
      ANSWER,
      'body',
      /^TypeError “x is undefined”$/,
    ],
    [
      'the member that a schema names, however deep',
      caused(Object.assign(typeError, { cause: { issues: [issue(['usage', 'cached_tokens'])] } })),
      ANSWER,
      'body /usage/cached_tokens',
      /^AI_APICallError at \/usage\/cached_tokens: “expected number”$/,
    ],
    [
      'the member within a choice of schemas',
      caused({ issues: [issue([], [[issue(['error'])], [issue(['choices', 0, 'delta', 'role'])]])] }),
      ANSWER,
      'body /choices/0/delta/role',
      /role/,
    ],
    ['what is no error', 'gone', ANSWER, 'body', /^string “”$/],
  ])('%s', (_, thrown, last, place, words) => {
    const trip = tripOf(thrown, last);
    expect(trip.place).toBe(place);
    expect(trip.words).toMatch(words);
  });
});

test('a finding names the client, its version, and what it saw', () => {
  const base = { client: 'LangChain (@langchain/openai 1.6.0)', exchanges: [ANSWER] };
  expect(serves('it works', { ...base, value: 1 }, () => undefined)).toEqual([]);
  expect(serves('it works', { ...base, value: 1 }, () => 'less')[0]).toMatchObject({
    actual: 'LangChain (@langchain/openai 1.6.0): less',
    place: 'body',
  });
  expect(
    serves('it works', { ...base, trip: { words: 'E', place: 'body /id' } }, () => undefined)[0],
  ).toMatchObject({
    actual: 'LangChain (@langchain/openai 1.6.0): E',
    place: 'body /id',
  });
});

test.each<[string, number, string, boolean]>([
  ['refused with it', 422, '{"stream_options":{}}', true],
  ['refused with it, as an unknown field', 400, '{"stream_options": {}}', true],
  ['refused without it', 422, '{"stream":true}', false],
  ['broken with it', 500, '{"stream_options":{}}', false],
  ['taken', 200, '{"stream_options":{}}', false],
])('stream_options %s', (_, status, sent, expected) => {
  const last = exchange({ status, body: {} });
  const asked = { ...last, request: { ...last.request, body: new TextEncoder().encode(sent) } };
  expect(refusedStreamOptions({ exchanges: [asked] })).toBe(expected);
});
