import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Answer, Choice } from '../vocabulary/answer.ts';
import { contentFits, contentParses } from './formats.ts';
import { alternatives, logprobsGiven, logprobsShape } from './logprobs.ts';
import { inBothModes, inReasoning, modeToAsk, notInContent, reasoningShown } from './reasoning.ts';
import { argumentsAreJson, callsNamed, callsNothing, callsSaidInEnd, callsSome } from './tools.ts';

function answer(...choices: Partial<Choice>[]): Answer {
  return {
    exchange: exchange(),
    streamed: false,
    id: 'c',
    model: 'm',
    usage: undefined,
    choices: choices.map((choice, index) => ({
      index,
      content: '',
      reasoning: '',
      reasoningContent: '',
      calls: [],
      finishReason: 'stop',
      logprobs: undefined,
      ...choice,
    })),
  };
}

const call = (name: string, args: unknown = '{}') => ({ id: 'c', type: 'function', name, arguments: args });

describe('calls', () => {
  test.each<[string, Partial<Choice>, number, number]>([
    ['whole', { finishReason: 'tool_calls' }, 8, 0],
    ['that say stop', { finishReason: 'stop' }, 8, 1],
    ['incomplete at a small limit', { finishReason: 'tool_calls', calls: [call('f', '{"a":')] }, 8, 1],
    ['incomplete below it', { finishReason: 'tool_calls', calls: [call('f', '{"a":')] }, 0, 0],
    ['incomplete, which they say', { finishReason: 'length', calls: [call('f', '{"a":')] }, 8, 0],
  ])('%s', (_, choice, tokens, found) => {
    const said = { answer: answer({ calls: [call('f')], ...choice }), tokens };
    expect(callsSaidInEnd({ ...said, mayChoose: true })).toHaveLength(found);
  });

  test('that the request forces may say stop', () => {
    const said = answer({ calls: [call('f')], finishReason: 'stop' });
    expect(callsSaidInEnd({ answer: said, mayChoose: false, tokens: 8 })).toEqual([]);
  });

  test.each<[string, Choice['calls'][], number[]]>([
    ['the named function', [[call('f')]], [0, 0, 1]],
    ['the named function and another', [[call('g'), call('f')]], [0, 0, 1]],
    ['another function', [[call('g')]], [1, 0, 1]],
    ['nothing', [[]], [1, 1, 0]],
    ['nothing in the second choice', [[call('f')], []], [1, 1, 1]],
  ])('%s', (_, calls, counts) => {
    const given = { answer: answer(...calls.map((list) => ({ calls: list }))), name: 'f' };
    expect([callsNamed(given), callsSome(given), callsNothing(given)].map((f) => f.length)).toEqual(counts);
  });

  test.each<[unknown, number]>([
    ['{}', 0],
    ['{"a":', 1],
    ['', 1],
    ["{'a':1}", 1],
    // Reported as a violation of the schema.
    [{}, 0],
  ])('arguments %j', (args, count) => {
    expect(argumentsAreJson({ answer: answer({ calls: [call('f', args)] }) })).toHaveLength(count);
  });
});

describe('formats', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  test.each<[string, number, number]>([
    ['{"city":"Paris"}', 0, 0],
    ['{"town":"Paris"}', 0, 1],
    ['{"city":7}', 0, 1],
    ['```json\n{"city":"Paris"}\n```', 1, 1],
    ['Paris', 1, 1],
    ['', 1, 1],
  ])('%j', (content, parses, fits) => {
    const given = answer({ content });
    expect(contentParses({ answer: given })).toHaveLength(parses);
    expect(contentFits({ answer: given, schema })).toHaveLength(fits);
  });
});

describe('logprobs', () => {
  const openai = { content: [{ token: 'Hi', logprob: -1, top_logprobs: [{ token: 'Hi', logprob: -1 }] }] };
  test.each<[string, Partial<Choice>, number]>([
    ['given', { content: 'Hi', logprobs: openai }, 0],
    ['absent', { content: 'Hi' }, 1],
    ['empty', { content: 'Hi', logprobs: { content: [], refusal: null } }, 1],
    ['of a shape of their own', { content: 'Hi', logprobs: ['-0.5'] }, 0],
    ['absent without content', {}, 0],
    ['absent beside a call', { content: 'Hi', calls: [call('f')] }, 0],
  ])('%s', (_, choice, count) => {
    expect(logprobsGiven({ answer: answer(choice) })).toHaveLength(count);
  });

  test('shapes are named', () => {
    const legacy = { tokens: ['a'], token_logprobs: [-1] };
    expect([openai, legacy, [], { content: [{}] }, 'x'].map(logprobsShape)).toEqual([
      'openai',
      'legacy',
      'list',
      'other',
      'other',
    ]);
    expect([0, 1, 2].map((asked) => alternatives(openai, asked))).toEqual(['more', 'as-asked', 'fewer']);
  });
});

describe('reasoning', () => {
  test.each<[string, Partial<Choice>, number[]]>([
    ['in its member', { reasoning: 'because', content: 'Hi' }, [0, 0, 0]],
    ['in both members', { reasoning: 'because', reasoningContent: 'because' }, [0, 0, 0]],
    ['in the other member', { reasoningContent: 'because' }, [1, 0, 0]],
    ['between tags', { content: '<think>because</think>Hi' }, [0, 1, 0]],
    ['nowhere', { content: 'I think so' }, [0, 0, 1]],
    ['before an end alone', { content: 'because</think>Hi' }, [0, 1, 0]],
    [
      'nowhere, the mark being named',
      { content: 'The tag `<think>` begins it, `</think>` ends it' },
      [0, 0, 1],
    ],
  ])('%s', (_, choice, counts) => {
    const given = answer(choice);
    const found = [inReasoning({ answer: given }), notInContent({ answer: given }), reasoningShown([given])];
    expect(found.map((f) => f.length)).toEqual(counts);
  });

  const shown = answer({ reasoning: 'because', finishReason: 'length' });
  const hidden = { ...answer({ content: 'Hi' }), streamed: true };
  const cut = { ...answer({ finishReason: 'length' }), streamed: true };
  test.each<[string, Answer[], number, object | undefined]>([
    ['three of each', [shown, shown, shown, hidden, hidden, hidden], 1, undefined],
    ['two that lack it', [shown, shown, shown, hidden, hidden], 0, { mode: true, whole: true }],
    ['two that have it', [shown, shown, hidden, hidden, hidden], 0, { mode: false, whole: false }],
    ['only cut ones that lack it', [shown, cut], 0, { mode: true, whole: true }],
    ['one mode alone', [shown, shown], 0, undefined],
    ['neither mode', [answer({ content: 'Hi' }), hidden], 0, undefined],
    ['some of a mode', [shown, hidden, { ...shown, streamed: true }], 0, undefined],
  ])('in one mode: %s', (_, answers, findings, next) => {
    expect(inBothModes(answers)).toHaveLength(findings);
    expect(modeToAsk(answers)).toEqual(next);
  });

  test('none where every answer was cut off decides nothing', () => {
    const cut = answer({ content: '', finishReason: 'length' });
    expect(reasoningShown([cut])).toMatchObject([{ as: 'inconclusive' }]);
    expect(reasoningShown([cut, answer({ content: 'Hi' })])[0]!.as).toBeUndefined();
  });
});
