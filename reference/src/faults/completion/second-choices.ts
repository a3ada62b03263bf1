import type { Change } from '../../behaviour.ts';
import { chunks, eachChoice, generation, inAnswer } from '../../change/answers.ts';
import { ABSENT, absent, put } from '../../change/pointer.ts';
import type { GeneratedChoice, Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { tokenize } from '../../model/tokenize.ts';

/** Changes every choice but the first, as generated. */
const later = (edit: (choice: GeneratedChoice, first: GeneratedChoice) => GeneratedChoice): Change =>
  generation((made) => ({
    ...made,
    choices: made.choices.map((choice, i, [first]) => (i === 0 ? choice : edit(choice, first!))),
  }));

/** Changes the deltas of every choice but the first in streams; undefined omits a chunk. */
const laterDeltas = (edit: (choice: Json, nth: number) => Json | undefined): Change =>
  chunks((all) => {
    let nth = 0;
    return all.flatMap((chunk) => {
      if (!(chunk.choices?.[0]?.index > 0)) return [chunk];
      const changed = edit(chunk.choices[0], nth++);
      return changed ? [{ ...chunk, choices: [changed] }] : [];
    });
  });

const asText = (text: string, choice: GeneratedChoice): GeneratedChoice => ({
  ...choice,
  tokens: tokenize(text),
  toolCalls: [],
  finishReason: 'stop',
  ...(choice.logprobs && { logprobs: choice.logprobs.slice(0, 1) }),
});

/** Faults in later choices only (2.7, 6). */
export const secondChoices: readonly Fault[] = [
  ...faults('must', 'tool/* completion/* client/*', [
    [
      'completion/second-choice-named-ignored',
      '2.5',
      'a second choice is text although a function must be called',
      eachChoice((choice, { tool_choice: wish }) =>
        choice.index > 0 && typeof wish === 'object' && wish ? asText('It is mild there.', choice) : choice,
      ),
    ],
    [
      'completion/second-choice-arguments-object',
      '2.3',
      'the arguments of a call in a second choice are an object',
      inAnswer('/choices/1/message/tool_calls/0/function/arguments', (old) =>
        old === undefined ? ABSENT : {},
      ),
    ],
  ]),
  ...faults('should', 'completion/* stream/* tool/* format/* logprobs/* client/*', [
    [
      'completion/second-choice-finish-missing',
      '2.7',
      'a second choice has no finish_reason',
      inAnswer('/choices/1/finish_reason', absent),
    ],
    [
      'completion/second-choice-finish-unknown',
      '2.7',
      'the finish_reason of a second choice is unknown',
      inAnswer('/choices/1/finish_reason', put('eos')),
    ],
    [
      'completion/second-choice-length-called-stop',
      '2.7',
      'a second choice cut by the limit has finish_reason stop',
      later((choice) => (choice.finishReason === 'length' ? { ...choice, finishReason: 'stop' } : choice)),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'completion/second-choice-unlimited',
      '2.1',
      'a second choice exceeds the limit',
      later((choice) => ({
        ...choice,
        tokens: [...choice.tokens, ...tokenize(' and so on and on and on and on and on and on, for long')],
        completionTokens: choice.completionTokens + 40,
      })),
    ],
    [
      'completion/second-choice-empty',
      '2.7',
      'a second choice has no text',
      later((choice) =>
        choice.toolCalls.length > 0 ? choice : { ...choice, tokens: [], finishReason: 'stop' },
      ),
    ],
    [
      'completion/second-choice-template-mark',
      '2.2',
      "a second choice contains the end-of-turn token of the model's template",
      later((choice) =>
        choice.toolCalls.length > 0 ? choice : { ...choice, tokens: [...choice.tokens, '<|im_end|>'] },
      ),
    ],
    [
      'completion/second-choice-stop-kept',
      '2.1',
      'the content of a second choice ends with the stop string',
      eachChoice((choice, { stop }) =>
        choice.index > 0 && stop && choice.toolCalls.length === 0
          ? { ...choice, tokens: [...choice.tokens, ` ${[stop].flat()[0]}`] }
          : choice,
      ),
    ],
    [
      'completion/second-choice-stop-ignored',
      '2.1',
      'stop strings do not stop a second choice',
      eachChoice((choice, body) => {
        const isText = choice.toolCalls.length === 0 && !/^json/.test(body.response_format?.type ?? '');
        if (choice.index === 0 || !body.stop || !isText) return choice;
        const limit = body.max_completion_tokens ?? body.max_tokens ?? 8;
        const tokens = tokenize('One, two, three, four, five, six').slice(0, limit);
        return { ...choice, tokens, completionTokens: tokens.length, finishReason: 'length' };
      }),
    ],
    [
      'logprobs/second-choice-missing',
      '2.1',
      'a second choice has no log probabilities',
      inAnswer('/choices/1/logprobs', absent),
    ],
    [
      'format/second-choice-prose',
      '2.6',
      'a second choice is prose although JSON was requested',
      eachChoice((choice, { response_format: format }) =>
        choice.index > 0 && /^json/.test(format?.type ?? '') ? asText('It is mild there.', choice) : choice,
      ),
    ],
    [
      'tool/second-choice-required-ignored',
      '2.1',
      'a second choice is text although tool_choice is required',
      eachChoice((choice, { tool_choice: wish }) =>
        choice.index > 0 && wish === 'required' ? asText('It is mild there.', choice) : choice,
      ),
    ],
    [
      'tool/second-choice-ids-shared',
      '2.3',
      'the calls of both choices have the same id',
      later((choice, first) => ({
        ...choice,
        toolCalls: choice.toolCalls.map((call, i) => ({ ...call, id: first.toolCalls[i]?.id ?? call.id })),
      })),
    ],
    [
      'stream/second-choice-role-missing',
      '6',
      'in streams a second choice has no role',
      laterDeltas(({ delta: { role: _, ...delta }, ...choice }) => ({ ...choice, delta })),
    ],
    [
      'stream/second-choice-finish-missing',
      '6',
      'in streams a second choice has no finish_reason',
      laterDeltas((choice) => ({ ...choice, finish_reason: null })),
    ],
    [
      'stream/second-choice-finish-in-every-delta',
      '6',
      'in streams every delta of a second choice has a finish_reason',
      laterDeltas((choice) => ({ ...choice, finish_reason: 'stop' })),
    ],
    [
      'stream/second-choice-index-string',
      '6',
      'in streams the index of a second choice is a string',
      laterDeltas((choice) => ({ ...choice, index: String(choice.index) })),
    ],
    [
      'stream/second-choice-lost',
      '6',
      'in streams a second choice ends without its text',
      laterDeltas((choice, nth) =>
        nth === 0 || choice.finish_reason
          ? { ...choice, delta: nth === 0 ? { role: 'assistant', content: '' } : {} }
          : undefined,
      ),
    ],
  ]),
];
