import type { Change } from '../../behaviour.ts';
import { answer, chunks, eachChoice, generation, inChunks } from '../../change/answers.ts';
import { present } from '../../change/pointer.ts';
import type { CompletionRequest, Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { lastWords, promptTokens } from '../../model/prompt.ts';

const counted = (count: (body: CompletionRequest) => number) =>
  generation((made, body) => ({ ...made, promptTokens: count(body) }));

const ends = (mark: string) =>
  eachChoice((choice) =>
    choice.tokens.length === 0
      ? choice
      : { ...choice, tokens: [...choice.tokens.slice(0, -1), `${choice.tokens.at(-1)}${mark}`] },
  );

const plainest = (body: CompletionRequest) => !body.tools && !body.response_format && !body.stop;

/** Reasoning under its other name, in bodies and in streams. */
const otherName: Change = (before) => {
  const renamed = ({ reasoning, ...rest }: Json): Json =>
    reasoning === undefined ? rest : { ...rest, reasoning_content: reasoning };
  const each = (place: 'message' | 'delta') => (json: Json) => ({
    ...json,
    choices: json.choices.map((choice: Json) => ({ ...choice, [place]: renamed(choice[place]) })),
  });
  const bodies = answer(each('message'))(before);
  return { ...bodies, ...chunks((all) => all.map(each('delta')))({ ...before, ...bodies }) };
};

/** Completions of correct form with wrong meaning (2.7). */
export const meanings: readonly Fault[] = [
  ...faults('should', 'completion/* format/* client/*', [
    ['completion/prompt-tokens-zero', '2.7', 'prompt_tokens is always 0', counted(() => 0)],
    [
      'completion/prompt-tokens-constant',
      '2.7',
      'prompt_tokens is the same for every prompt',
      counted(() => 17),
    ],
    [
      'completion/prompt-tokens-of-last-turn',
      '2.7',
      'prompt_tokens counts the last turn only',
      counted((body) => promptTokens({ ...body, messages: body.messages.slice(-1) })),
    ],
    [
      'completion/early-turns-dropped',
      '2.2',
      'only the last four messages of a conversation reach the model',
      counted((body) => promptTokens({ ...body, messages: body.messages.slice(-4) })),
    ],
    [
      'completion/prompt-tokens-without-system',
      '2.7',
      'prompt_tokens does not count system messages',
      counted((body) =>
        promptTokens({ ...body, messages: body.messages.filter((m) => m.role !== 'system') }),
      ),
    ],
    [
      'completion/prompt-tokens-without-tools',
      '2.7',
      'prompt_tokens does not count tools',
      counted(({ tools: _, ...body }) => promptTokens(body)),
    ],
    [
      'completion/ends-in-template-mark',
      '2.2',
      "the text contains the end-of-turn token of the model's template",
      ends('<|im_end|>'),
    ],
    ['completion/ends-in-end-of-text', '2.2', 'the text ends with </s>', ends('</s>')],
    [
      'completion/mute',
      '2.7',
      'a completion of a plain request has no content',
      eachChoice((choice, body) =>
        plainest(body) && lastWords(body).length < 30
          ? { ...choice, tokens: [], completionTokens: 1, finishReason: 'stop' }
          : choice,
      ),
    ],
    [
      'completion/always-length',
      '3',
      'finish_reason is length for every text',
      eachChoice((choice, body) =>
        choice.toolCalls.length > 0 || body.response_format ? choice : { ...choice, finishReason: 'length' },
      ),
    ],
  ]),
  ...faults('should', 'completion/* reasoning/*', [
    [
      'completion/think-tag-of-plain-model',
      '2.2',
      'the text of a plain model contains a closing think tag',
      eachChoice((choice, body) =>
        choice.tokens.length === 0 || choice.reasoning !== undefined || body.response_format
          ? choice
          : { ...choice, tokens: [`A greeting.</think>${choice.tokens[0]}`, ...choice.tokens.slice(1)] },
      ),
    ],
    [
      'reasoning/other-name-unnamed',
      '2.2',
      'the reasoning text of another model is in reasoning_content',
      otherName,
      { settings: { model: 'zephyr-large-thinking', reasoningModel: undefined } as object },
    ],
  ]),
  ...faults('should', 'stream/* format/* client/*', [
    [
      'stream/loses-pieces',
      '6',
      'streams lose every third piece of the text',
      chunks((all) => {
        let pieces = 0;
        return all.filter((chunk) => !chunk.choices?.[0]?.delta?.content || ++pieces % 3 !== 0);
      }),
    ],
    [
      'stream/loses-last-piece',
      '6',
      'streams lose the last piece of the text',
      chunks((all) => {
        const last = all.findLastIndex((chunk) => chunk.choices?.[0]?.delta?.content);
        return all.filter((_, i) => i !== last || last === 0);
      }),
    ],
    [
      'stream/loses-spaces',
      '6',
      'streams lose the space before a piece of the text',
      inChunks(
        '/choices/*/delta/content',
        present((text) => String(text).replace(/^ +/, '')),
      ),
    ],
    [
      'stream/loses-newlines',
      '6',
      'streams lose newlines of the text',
      inChunks(
        '/choices/*/delta/content',
        present((text) => String(text).replaceAll('\n', '')),
      ),
    ],
    [
      'stream/spaces-between-pieces',
      '6',
      'streams add a space between the pieces of the text',
      inChunks(
        '/choices/*/delta/content',
        present((text) => (text === '' ? text : `${text} `)),
      ),
    ],
    [
      'stream/ends-after-a-hundred-chunks',
      '6',
      'streams end after a hundred chunks',
      chunks((all) => (all.length > 100 ? all.slice(0, 100) : all)),
      hidden('no stream of a terse model has so many chunks', 'completion/four-tokens'),
    ],
    [
      'stream/indices-from-one',
      '6',
      'the choices of a stream are numbered from 1',
      chunks((all) =>
        all.map((chunk) => ({
          ...chunk,
          choices: chunk.choices.map((choice: Json) => ({ ...choice, index: Number(choice.index) + 1 })),
        })),
      ),
    ],
  ]),
];
