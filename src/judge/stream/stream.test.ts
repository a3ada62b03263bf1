import { describe, expect, test } from 'vitest';
import { exchange, streamExchange } from '../../testing/exchange.ts';
import { parseStream, tellsOfError } from '../parsed-stream.ts';
import { choicesAsAsked } from './choices.ts';
import { CHUNK_RULES } from './chunk-rules.ts';
import { payloadsAreObjects } from './framing.ts';
import { FRAMING_RULES } from './framing-rules.ts';
import { sameKind, withoutStream } from './kind.ts';
import { readsOf, undocumentedMembers } from './observed.ts';
import { usagePlace } from './usage.ts';

const envelope = { id: 'c', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'm' };
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  ...envelope,
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
const FIRST = chunk({ role: 'assistant', content: '' });
const END = chunk({}, 'stop');
const USAGE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const usageChunk = (usage: object = USAGE) => ({ ...envelope, choices: [], usage });
const tool = (fragment: object) => chunk({ tool_calls: [fragment] });

const redOf = async (chunks: readonly unknown[]) => {
  const reading = await parseStream(streamExchange(chunks));
  return CHUNK_RULES.filter(({ judge }) => judge(reading).length > 0).map(({ id }) => id);
};

describe('chunks of conforming services', () => {
  test.each<[string, unknown[]]>([
    ['the usual', [FIRST, chunk({ content: 'Hi' }), END]],
    ['role in every delta', [FIRST, chunk({ role: 'assistant', content: 'Hi' }), END]],
    [
      'finish_reason absent on the way',
      [{ ...envelope, choices: [{ index: 0, delta: { role: 'assistant' } }] }, END],
    ],
    ['an empty first chunk', [{ ...envelope, choices: [] }, FIRST, END]],
    ['finish_reason beside the last text', [FIRST, chunk({ content: 'Hi' }, 'stop')]],
    ['an empty delta after the end', [FIRST, END, chunk({ content: '' })]],
    ['usage in a chunk of its own', [FIRST, END, usageChunk()]],
    [
      'usage in every chunk',
      [
        { ...FIRST, usage: USAGE },
        { ...END, usage: USAGE },
      ],
    ],
    ['usage null on the way', [{ ...FIRST, usage: null }, END, usageChunk()]],
    [
      'a tool call',
      [
        FIRST,
        tool({ index: 0, id: 'c1', function: { name: 'f', arguments: '' } }),
        tool({ index: 0, function: { arguments: '{}' } }),
        chunk({}, 'tool_calls'),
      ],
    ],
    [
      'the id of a call in each of its fragments',
      [FIRST, tool({ index: 0, id: 'c1' }), tool({ index: 0, id: 'c1' }), tool({ index: 1, id: 'c2' }), END],
    ],
    [
      'a tool call that ends in stop',
      [FIRST, tool({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' } }), END],
    ],
  ])('%s', async (_, chunks) => {
    expect(await redOf(chunks)).toEqual([]);
  });
});

describe('chunks that break a rule', () => {
  test.each<[string, unknown[], string]>([
    ['another id', [FIRST, { ...END, id: 'other' }], 'stream/same-id'],
    [
      'no id',
      [
        { ...FIRST, id: undefined },
        { ...END, id: undefined },
      ],
      'stream/same-id',
    ],
    ['another time', [FIRST, { ...END, created: 2 }], 'stream/same-created'],
    ['milliseconds', [FIRST, END].map((c) => ({ ...c, created: 1_700_000_000_000 })), 'stream/created-time'],
    ['another model', [FIRST, { ...END, model: 'n' }], 'stream/same-model'],
    ['another object', [{ ...FIRST, object: 'chat.completion' }, END], 'stream/object-name'],
    ['no finish_reason', [FIRST], 'stream/finish-reason-once'],
    [
      'an empty finish_reason on the way',
      [chunk({ role: 'assistant' }, ''), END],
      'stream/finish-reason-once',
    ],
    ['text after the end', [FIRST, END, chunk({ content: 'more' })], 'stream/finish-reason-last'],
    ['no role', [chunk({ content: 'Hi' }), END], 'stream/role-first'],
    [
      'a call without index',
      [FIRST, tool({ id: 'c1', function: { name: 'f', arguments: '' } }), END],
      'stream/tool-fragments-index',
    ],
    [
      'a call without id',
      [FIRST, tool({ index: 0, function: { name: 'f', arguments: '' } }), END],
      'stream/tool-id-first',
    ],
    [
      'another id within a call',
      [FIRST, tool({ index: 0, id: 'c1' }), tool({ index: 0, id: 'c2' }), END],
      'stream/tool-id-first',
    ],
    ['usage before the end', [FIRST, usageChunk(), END], 'stream/usage-last'],
    ['usage of 0 before the end', [{ ...FIRST, usage: NO_USAGE }, END, usageChunk()], 'stream/usage-last'],
    [
      'usage that does not sum up',
      [FIRST, END, usageChunk({ ...USAGE, total_tokens: 4 })],
      'stream/usage-sums',
    ],
    [
      'index as text',
      [FIRST, { ...END, choices: [{ index: '0', delta: {}, finish_reason: 'stop' }] }],
      'stream/documented-types',
    ],
    ['no choices', [FIRST, END, { ...envelope, detail: 'oops' }], 'stream/documented-types'],
  ])('%s', async (_, chunks, id) => {
    expect(await redOf(chunks)).toContain(id);
  });
});

const text = JSON.stringify(FIRST);

describe('rules of framing', () => {
  test.each<[string, string, string[]]>([
    ['well framed', `data: ${text}\n\ndata: [DONE]\n\n`, []],
    ['an array', 'data: []\n\ndata: [DONE]\n\n', ['stream/payloads-are-json']],
    ['no JSON', 'data: {a}\n\ndata: [DONE]\n\n', ['stream/payloads-are-json']],
    ['an empty heartbeat', `data:\n\ndata: ${text}\n\ndata: [DONE]\n\n`, ['stream/payloads-are-json']],
    ['two objects in one', `data: ${text}${text}\n\ndata: [DONE]\n\n`, ['stream/payloads-are-json']],
    ['pretty JSON', 'data: {\ndata: }\n\ndata: [DONE]\n\n', ['stream/one-data-line']],
    ['no blank lines', `data: ${text}\ndata: [DONE]\n\n`, ['stream/one-data-line']],
    ['no end', `data: ${text}\n\n`, ['stream/ends-with-done']],
    ['a comment', `: x\n\ndata: ${text}\n\ndata: [DONE]\n\n`, ['stream/no-comments']],
  ])('%s', async (_, body, ids) => {
    const reading = await parseStream(exchange({ body, headers: { 'content-type': 'text/event-stream' } }));
    const red = FRAMING_RULES.filter(({ judge }) => judge(reading).length > 0).map(({ id }) => id);
    expect(red).toEqual(ids);
  });
});

test('a finding says where and what', async () => {
  const reading = await parseStream(exchange({ body: `data: ${text}\n\n: ping\n\ndata: [DONE]\n\n` }));
  expect(FRAMING_RULES.flatMap(({ judge }) => judge(reading))[0]).toEqual({
    expected: 'lines starting with data:, no comment lines',
    actual: 'the comment “: ping”',
    place: `byte ${text.length + 8}`,
    exchanges: ['e1'],
  });
});

test.each<[object, boolean]>([
  [{ error: { message: 'overloaded' } }, true],
  [{ error: 'overloaded' }, true],
  [{ detail: 'overloaded' }, true],
  [{ ...FIRST, error: null }, false],
  [{ ...FIRST, error: {} }, false],
  [{ ...FIRST, message: 'x' }, false],
])('%j tells of an error: %s', (json, tells) => {
  expect(tellsOfError(json as Record<string, unknown>)).toBe(tells);
});

test.each([
  [1, 0],
  [2, 1],
])('choices are counted against n = %d', async (n, findings) => {
  const reading = await parseStream(streamExchange([FIRST, END]));
  expect(choicesAsAsked({ ...reading, row: { choices: n } })).toHaveLength(findings);
});

test('where usage is, what is beyond the format, and the reads are told in words', async () => {
  const place = async (chunks: unknown[]) => usagePlace(await parseStream(streamExchange(chunks)));
  expect(await place([FIRST, END])).toBe('absent');
  expect(await place([FIRST, END, usageChunk()])).toBe('own-chunk');
  expect(await place([FIRST, { ...END, usage: USAGE }])).toBe('last-delta');
  expect(await place([FIRST, END].map((c) => ({ ...c, usage: USAGE })))).toBe('every-chunk');
  const reading = await parseStream(
    streamExchange([{ ...FIRST, provider: 'x' }, chunk({ mood: 1 }, 'stop')]),
  );
  expect(undocumentedMembers([reading])).toEqual(['delta/mood', 'provider']);
  expect(readsOf([reading])).toBe('one-read');
});

test('the kind of an answer is compared, not its words', () => {
  const answer = (content: string) => ({
    exchange: exchange(),
    streamed: false,
    id: undefined,
    model: undefined,
    usage: undefined,
    choices: [
      {
        index: 0,
        content,
        reasoning: '',
        reasoningContent: '',
        calls: [],
        finishReason: 'stop',
        logprobs: undefined,
      },
    ],
  });
  expect(sameKind({ streamed: answer('a'), whole: answer('b') })).toEqual([]);
  expect(sameKind({ streamed: answer('a'), whole: answer(' ') })).toHaveLength(1);
  const filtered = answer('');
  filtered.choices[0]!.finishReason = 'content_filter';
  expect(sameKind({ streamed: answer('a'), whole: filtered })).toEqual([]);
  expect(withoutStream({ a: 1, stream: true })).toBe(withoutStream({ stream: false, a: 1 }));
});

test('of a million broken payloads the first thousands are looked at', async () => {
  const reading = await parseStream(exchange({ body: 'data:\n\n'.repeat(1_000_000) }));
  expect(reading.whole).toBe(false);
  expect(reading.payloadFault?.count).toBeLessThan(50_000);
  expect(payloadsAreObjects(reading)[0]?.actual).toMatch(/ \(at least \d+ payloads\)$/);
});
