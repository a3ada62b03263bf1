import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { Answer, Choice } from '../../vocabulary/answer.ts';
import { lacksPieces, losesNothing } from '../stream/lost-text.ts';
import { callIds } from '../tools.ts';
import { callsAsCalls, cutEarly, lengthAtLimit, someText, textInEach, withoutMarks } from './meaning.ts';
import { promptGrows, promptTakesTokens } from './prompt-tokens.ts';

function answer(choice: Partial<Choice> | Partial<Choice>[], usage: object = {}, streamed = false): Answer {
  const given = Array.isArray(choice) ? choice : [choice];
  return {
    exchange: exchange(),
    streamed,
    id: 'c',
    model: 'm',
    usage,
    choices: given.map((one, index) => ({
      index,
      content: '',
      reasoning: '',
      reasoningContent: '',
      calls: [],
      finishReason: 'stop',
      logprobs: undefined,
      ...one,
    })),
  };
}

describe('prompt tokens', () => {
  const says = (prompt: unknown) => answer({}, { prompt_tokens: prompt });
  test.each([
    [0, 1],
    [7, 0],
    [undefined, 0],
    [-1, 0],
  ])('%s alone', (count, found) => expect(promptTakesTokens({ answer: says(count) })).toHaveLength(found));

  test.each([
    [9, 10, 0],
    [9, 9, 1],
    [9, 4, 1],
    [9, undefined, 0],
    // Told by itself.
    [0, 0, 0],
  ])('%s, and %s for more', (short, long, found) => {
    expect(promptGrows({ more: 'tools', short: says(short), long: says(long) })).toHaveLength(found);
  });
});

describe('marks', () => {
  test.each<[string, boolean, boolean]>([
    ['Hello there.', true, false],
    ['Hello<|im_end|>', true, true],
    ['<|eot_id|>', true, true],
    ['<｜tool▁calls▁begin｜>', true, true],
    ['<tool_call>{"name":"f"}</tool_call>', true, true],
    ['[TOOL_CALLS] [', true, true],
    ['So it is.</think>Hello', true, true],
    // If the reasoning model has its own check, think tags are reported there.
    ['So it is.</think>Hello', false, false],
    // What texts hold anyway.
    ['a <b> c </b> | d |', true, false],
    ['x <| y |> z', true, false],
    ['Templates end a turn with `<|im_end|>`.', true, false],
    ['Use </s> within a text', true, false],
  ])('%j', (content, thinking, found) => {
    const given = { answer: answer({ content }), prompt: '' };
    expect(withoutMarks(thinking, given).length > 0).toBe(found);
    expect(withoutMarks(thinking, { ...given, prompt: `say ${content}` })).toEqual([]);
  });
});

test.each<[string, Partial<Choice>, boolean]>([
  ['text', { content: 'Hello' }, false],
  ['blanks', { content: ' \n' }, true],
  ['nothing', {}, true],
  ['reasoning alone, which may have taken the limit', { reasoning: 'Hm' }, false],
  ['reasoning under its other name', { reasoningContent: 'Hm' }, false],
])('an answer of %s', (_, choice, found) => {
  expect(someText({ answer: answer(choice) }).length > 0).toBe(found);
});

const CALL = { id: 'c', type: 'function', name: 'f', arguments: '{}' };
test.each<[string, Partial<Choice>, boolean]>([
  ['nothing', { calls: [CALL] }, false],
  ['words', { calls: [CALL], content: 'I look it up [1].' }, false],
  ['dots', { calls: [CALL], content: '…' }, false],
  ['the first characters of its arguments', { calls: [CALL], content: '{"' }, true],
  ['the same without a call', { content: '{"' }, false],
])('a call beside %s', (_, choice, found) => {
  expect(callsAsCalls({ answer: answer(choice), tools: [] }).length > 0).toBe(found);
});

test.each<[string, Partial<Choice>[], boolean]>([
  ['text in both', [{ content: 'One' }, { content: 'Two' }], false],
  ['none in the second', [{ content: 'One' }, {}], true],
  ['none in the first', [{}, { content: 'Two' }], true],
  [
    'none in one that was cut, maybe while it thought',
    [{ finishReason: 'length' }, { content: 'Two' }],
    false,
  ],
  ['none in either', [{}, {}], false],
  ['a call in one of them', [{ content: 'One' }, { calls: [CALL], finishReason: 'tool_calls' }], false],
  ['a call that ends with stop', [{ content: 'One' }, { calls: [CALL] }], false],
  ['one that a filter took', [{ content: 'One' }, { finishReason: 'content_filter' }], false],
  ['one of which the stream tells no end', [{ content: 'One' }, { finishReason: undefined }], false],
  ['one that thought', [{ content: 'One' }, { reasoning: 'Hm' }], false],
])('two choices: %s', (_, choices, found) => {
  expect(textInEach({ answer: answer(choices) }).length > 0).toBe(found);
});

describe('length before the limit', () => {
  const cut = (tokens: number | undefined, finishReason = 'length', more: Partial<Choice> = {}) =>
    answer({ finishReason, ...more }, { completion_tokens: tokens });

  test.each<[string, Answer, boolean]>([
    ['at the limit', cut(8), false],
    ['before it', cut(5), true],
    ['beyond it', cut(9), false],
    ['that does not say so', cut(5, 'stop'), false],
    ['without usage', cut(undefined), false],
    ['with reasoning, which may be counted apart', cut(5, 'length', { reasoning: 'Hm' }), false],
    ['of two choices', answer([{ finishReason: 'length' }, {}], { completion_tokens: 5 }), false],
  ])('an answer %s', (_, given, expected) => expect(cutEarly(given, 8)).toBe(expected));

  test.each<[string, Answer, boolean]>([
    ['ends where it ended', cut(5, 'stop'), true],
    ['ends there, and says length again', cut(5), true],
    ['goes on, and says length before the larger limit too', cut(12), true],
    ['goes on to the larger limit, one token off as before', cut(31), false],
    ['goes on and ends by itself', cut(20, 'stop'), false],
    ['has no usage', cut(undefined), false],
  ])('with a larger limit it %s', (_, again, found) => {
    const given = [{ limit: 8, first: cut(7), largerLimit: 32, again }];
    expect(lengthAtLimit(given).length > 0).toBe(found);
  });

  test.each([
    ['the same text', 'Hello.', true],
    ['another text, which chance made shorter', 'Hi', false],
    ['more of it', 'Hello. How are you?', false],
  ])('without a limit, an answer says length, and with one it is %s', (_, content, found) => {
    const first = cut(7, 'length', { content: 'Hello.' });
    const again = cut(7, 'stop', { content });
    expect(lengthAtLimit([{ limit: undefined, first, largerLimit: 64, again }]).length > 0).toBe(found);
  });
});

describe('ids of calls', () => {
  const call = (id: string | undefined) => ({ id, type: 'function', name: 'f', arguments: '{}' });
  test.each<[string, (string | undefined)[][], boolean]>([
    ['each its own', [['a', 'b']], false],
    ['an empty one', [['']], true],
    ['one twice', [['a', 'a']], true],
    ['one in two choices', [['a'], ['a']], true],
    ['none, which is told elsewhere', [[undefined, undefined]], false],
  ])('%s', (_, ids, found) => {
    const given = answer(ids.map((list) => ({ calls: list.map(call) })));
    expect(callIds({ answer: given }).length > 0).toBe(found);
  });
});

describe('what a stream loses', () => {
  test.each<[string, string, boolean]>([
    ['いち、に、さん', 'いち、に、さん', false],
    ['いち、さん', 'いち、に、さん', true],
    ['いち、に', 'いち、に、さん', true],
    ['one, two', 'two, one', false],
    ['another text', 'a text', false],
    // No text at all is another kind of answer.
    ['', 'one', false],
  ])('%j of %j', (text, whole, expected) => expect(lacksPieces(text, whole)).toBe(expected));

  test('it has to be twice, and the last character that a limit cuts does not count', () => {
    const whole = answer({ content: 'one, two, th\ufffd' });
    const stream = (content: string) => answer({ content }, {}, true);
    expect(losesNothing({ whole, streams: [stream('one, two, th')] })).toEqual([]);
    expect(losesNothing({ whole, streams: [stream('one, th'), stream('one, two, th')] })).toEqual([]);
    expect(losesNothing({ whole, streams: [stream('one, th'), stream('two, th')] })).toHaveLength(1);
  });
});
