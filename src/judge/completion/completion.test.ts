import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { answerOfBody } from '../answer.ts';
import { isContentJson, isJsonObject, statusIs200 } from './body.ts';
import { assistantSpeaks, countAsAsked, indicesOnceEach } from './choices.ts';
import { createdPlausible, finishKnown, idGiven, idsDiffer } from './envelope.ts';
import { objectName } from './object-name.ts';
import { descriptionOf, extraMembers, optionalMembers } from './observed.ts';
import { fits, nulls } from './schema.ts';
import { stopsBefore } from './stop.ts';
import {
  countsGiven,
  lengthInBothModes,
  lengthWhenCut,
  totalIsSum,
  usageGiven,
  withinLimit,
} from './usage.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const choice = (more: object = {}) => ({
  index: 0,
  message: { role: 'assistant', content: 'Hi' },
  finish_reason: 'stop',
  ...more,
});
const BODY = {
  id: 'c1',
  object: 'chat.completion',
  created: NOON / 1000,
  model: 'm',
  choices: [choice()],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};

const JUDGES = {
  schema: fits('body'),
  usage: countsGiven,
  indices: indicesOnceEach,
  role: assistantSpeaks,
  calls: fits('calls'),
  arguments: fits('arguments'),
  nulls,
  given: usageGiven,
  sum: totalIsSum,
  object: objectName,
  created: createdPlausible,
  id: idGiven,
  finish: finishKnown,
} as const;

function red(body: object): string[] {
  const completion = {
    exchange: exchange({ body, headers: { date: new Date(NOON).toUTCString() } }),
    body: body as Record<string, unknown>,
  };
  return Object.entries(JUDGES)
    .filter(([, judge]) => judge(completion).length > 0)
    .map(([name]) => name);
}

const message = (more: object) => ({
  ...BODY,
  choices: [choice({ message: { role: 'assistant', ...more } })],
});
const call = (more: object = {}, fn: object = {}) =>
  message({ tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}', ...fn }, ...more }] });
const without = (name: string) => ({ ...BODY, [name]: undefined });

describe('one breach is told by one judge', () => {
  test.each<[string, object, string[]]>([
    ['a plain answer', BODY, []],
    ['only what is required', { ...without('object'), usage: undefined }, ['given']],
    ['members beyond the schema', { ...BODY, provider: 'x' }, []],
    ['a call', call(), []],
    ['a call with its type', call({ type: 'function' }), []],
    ['no content', message({}), []],
    ['content null', message({ content: null }), ['nulls']],
    ['no id', without('id'), ['schema']],
    ['id null', { ...BODY, id: null }, ['schema']],
    ['id empty', { ...BODY, id: '' }, ['id']],
    ['content as parts', message({ content: [] }), ['schema']],
    ['choices as text', { ...BODY, choices: ['x'] }, ['schema', 'finish']],
    ['no message', { ...BODY, choices: [choice({ message: undefined })] }, ['schema']],
    ['index missing', { ...BODY, choices: [choice({ index: undefined })] }, ['indices']],
    ['index twice', { ...BODY, choices: [choice(), choice()] }, ['indices']],
    ['index from one', { ...BODY, choices: [choice({ index: 1 })] }, ['indices']],
    ['indices in another order', { ...BODY, choices: [choice({ index: 1 }), choice()] }, []],
    ['role user', { ...BODY, choices: [choice({ message: { role: 'user' } })] }, ['role']],
    ['role unknown', { ...BODY, choices: [choice({ message: { role: 'bot' } })] }, ['role']],
    ['a call without id', call({ id: undefined }), ['calls']],
    ['a call without function', call({ function: undefined }), ['calls']],
    ['arguments as object', call({}, { arguments: {} }), ['arguments']],
    ['arguments missing', call({}, { arguments: undefined }), ['arguments']],
    ['usage in part', { ...BODY, usage: { prompt_tokens: 1 } }, ['usage']],
    ['usage as text', { ...BODY, usage: 'x' }, ['usage']],
    [
      'usage negative',
      { ...BODY, usage: { prompt_tokens: -1, completion_tokens: 1, total_tokens: 0 } },
      ['usage'],
    ],
    ['usage null', { ...BODY, usage: null }, ['nulls']],
    ['another total', { ...BODY, usage: { ...BODY.usage, total_tokens: 4 } }, ['sum']],
    ['another object', { ...BODY, object: 'text_completion' }, ['object']],
    ['milliseconds', { ...BODY, created: NOON }, ['created']],
    ['two days ago', { ...BODY, created: NOON / 1000 - 172_800 }, ['created']],
    ['an hour ago', { ...BODY, created: NOON / 1000 - 3600 }, []],
    ['created as a fraction', { ...BODY, created: NOON / 1000 + 0.5 }, ['schema']],
    ['finish_reason absent', { ...BODY, choices: [choice({ finish_reason: undefined })] }, ['finish']],
    ['finish_reason unknown', { ...BODY, choices: [choice({ finish_reason: 'eos' })] }, ['finish']],
  ])('%s', (_, body, names) => {
    expect(red(JSON.parse(JSON.stringify(body)))).toEqual(names);
  });
});

test.each(['0000', '0001', '9999'])(
  'beside a Date header of the year %s only what cannot be seconds is told',
  (year) => {
    const dated = exchange({ body: {}, headers: { date: `Sat, 01 Jan ${year} 00:00:00 GMT` } });
    const judge = (created: number) => createdPlausible({ exchange: dated, body: { created } }).length;
    expect([judge(NOON / 1000), judge(NOON)]).toEqual([0, 1]);
  },
);

test('without a Date header only impossible times are told', () => {
  const judge = (created: number) =>
    createdPlausible({ exchange: exchange({ body: {} }), body: { created } }).length;
  expect([1, 1_000_000_001, 99_999_999_999, 1_700_000_000_000].map(judge)).toEqual([1, 0, 0, 1]);
});

test('choices are counted against n', () => {
  const judge = (n: number, choices: unknown) =>
    countAsAsked({ exchange: exchange(), body: { choices }, row: { choices: n } }).length;
  expect([judge(1, [{}]), judge(2, [{}]), judge(1, []), judge(1, 'none')]).toEqual([0, 1, 1, 0]);
});

test.each<[string, Parameters<typeof exchange>[0], number]>([
  ['JSON', { body: {} }, 0],
  ['JSON with parameters', { body: {}, headers: { 'content-type': 'application/JSON; charset=utf-8' } }, 0],
  ['text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 1],
])('the content type of %s', (_, parts, count) => {
  expect(isContentJson({ exchange: exchange(parts) })).toHaveLength(count);
});

test('the body is a JSON object in UTF-8, and the status is 200', () => {
  expect(isJsonObject({ exchange: exchange({ body: {} }), value: {} })).toEqual([]);
  expect(isJsonObject({ exchange: exchange({ body: '[]' }), value: [] })).toHaveLength(1);
  const latin = Buffer.from('{"a":"\xe9"}', 'latin1');
  expect(isJsonObject({ exchange: exchange({ body: latin }), value: {} })[0]?.place).toBe('byte 6');
  expect(statusIs200(exchange({ status: 201 }))).toHaveLength(1);
});

const answer = (id: string, more: object = {}, usage: object = BODY.usage) => {
  const body = { ...BODY, id, choices: [choice(more)], usage };
  return answerOfBody(exchange({ id: `e-${id}`, body }), body);
};

test('ids are compared between answers', () => {
  expect(idsDiffer([answer('a'), answer('b')])).toEqual([]);
  expect(idsDiffer([answer('a'), answer('b'), answer('a')])).toHaveLength(1);
});

const limited = (finish: string, tokens: number, limit = 4) => ({
  answer: answer('a', { finish_reason: finish }, { ...BODY.usage, completion_tokens: tokens }),
  row: { tokens: limit, choices: 1 },
});

/** The same for a long text, with the newer name of the limit or the older one. */
const long = (finish: string, newer: boolean) => {
  const one = limited(finish, 4);
  return { ...one, row: { ...one.row, long: true, newer } };
};

test.each<[string, ReturnType<typeof limited>[], number]>([
  ['several that say length', [limited('length', 4), limited('length', 4)], 0],
  ['several that say stop', [limited('stop', 4), limited('stop', 4), limited('stop', 4)], 1],
  ['two that say stop', [limited('stop', 4), limited('stop', 4)], 0],
  ['one that says stop', [limited('stop', 4), limited('stop', 2)], 0],
  ['one of each', [limited('stop', 4), limited('length', 4)], 0],
  ['another word', [limited('eos', 4), limited('eos', 4), limited('eos', 4)], 0],
  ['stop where the newer name cut a long text', [limited('length', 4), long('stop', true)], 1],
  ['stop where the older name cut a long text', [long('stop', false), long('length', true)], 1],
  [
    'stop where one of two long texts with one name says length',
    [long('length', true), long('stop', true)],
    0,
  ],
])('at the limit: %s', (_, all, count) => {
  expect(lengthWhenCut(all)).toHaveLength(count);
});

test('the limit and the stop strings are kept', () => {
  expect(withinLimit(limited('length', 4))).toEqual([]);
  expect(withinLimit(limited('stop', 5))).toHaveLength(1);
  expect(stopsBefore({ answer: answer('a'), stops: ['x'] })).toEqual([]);
  expect(stopsBefore({ answer: answer('a'), stops: ['x', 'i'] })).toHaveLength(1);
});

test('members are listed', () => {
  const bodies = [{ ...BODY, provider: 'x', choices: [choice({ stop_reason: null })] }];
  expect(extraMembers(bodies)).toEqual(['choices/stop_reason', 'provider']);
  expect(optionalMembers(bodies)).toContain('choices/finish_reason');
  expect([descriptionOf([BODY]), descriptionOf(bodies)]).toEqual(['second', 'first']);
});

test.each<[string, [string, number], number, number]>([
  ['both say length', ['length', 4], 8, 0],
  ['the second says stop', ['stop', 4], 8, 1],
  ['the second says stop below the limit', ['stop', 4], 7, 0],
  ['the second says stop to a short text', ['stop', 0], 8, 0],
  ['the second says another word', ['eos', 4], 8, 0],
])('two choices at the limit: %s', (_, [second, long], tokens, count) => {
  const choices = [choice({ finish_reason: 'length' }), { ...choice({ finish_reason: second }), index: 1 }];
  const body = { ...BODY, choices, usage: { ...BODY.usage, completion_tokens: tokens } };
  const found = lengthWhenCut([
    { answer: answerOfBody(exchange({ body }), body), row: { tokens: 4, choices: 2, long: long > 0 } },
  ]);
  expect(found).toHaveLength(count);
});

test.each<[string, string, boolean, number]>([
  ['none says length', 'stop', true, 1],
  ['each says length', 'length', true, 0],
  ['a short text may end there', 'stop', false, 0],
])('answers of two choices at the limit: %s', (_, finish, long, count) => {
  const choices = [0, 1].map((index) => ({ ...choice({ finish_reason: finish }), index }));
  const body = { ...BODY, choices, usage: { ...BODY.usage, completion_tokens: 8 } };
  const several = { answer: answerOfBody(exchange({ body }), body), row: { tokens: 4, choices: 2, long } };
  expect(lengthWhenCut([several, limited('length', 4)])).toHaveLength(count);
  // A model whose texts end there by themselves.
  expect(lengthWhenCut([several])).toEqual([]);
});

test.each<[string, object, string, number]>([
  ['stop for the same text, twice', { finish_reason: 'stop' }, 'Hi', 1],
  ['length too', { finish_reason: 'length' }, 'Hi', 0],
  ['stop for another text', { finish_reason: 'stop' }, 'Ho', 0],
])('a text that says length in one mode, and in the other %s', (_, end, content, count) => {
  const said = (part: object, text: string) =>
    answerOfBody(exchange(), {
      ...BODY,
      choices: [choice({ ...part, message: { role: 'assistant', content: text } })],
    });
  const other = said(end, content);
  const cut = said({ finish_reason: 'length' }, 'Hi');
  expect(lengthInBothModes({ cut, others: [other, other] })).toHaveLength(count);
  expect(lengthInBothModes({ cut, others: [other, cut] })).toEqual([]);
});
