import { answer, both, eachChoice, inAnswer, inChunks, tokens } from '../change/answers.ts';
import { absent, present, put } from '../change/pointer.ts';
import type { Json } from '../completion-types.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

const optional = ['service_tier', 'system_fingerprint', 'prompt_token_ids', 'prompt'];

/** Content of completions beyond, or without, the contract's requirements. */
export const answers: readonly Variant[] = [
  ...variants('optional-members', [
    [
      'completion/few-members',
      '2.7',
      'only members of the second description are returned',
      answer(({ id, object, created, model, choices, usage }) => ({
        id,
        object,
        created,
        model,
        choices,
        usage,
      })),
    ],
    [
      'completion/all-members',
      '2.7',
      'every optional member is returned',
      answer((json) => ({
        ...json,
        service_tier: 'default',
        system_fingerprint: 'fp_1',
        prompt_token_ids: [1, 2, 3],
        prompt: ['hi'],
        choices: json.choices.map((choice: Json, i: number) => ({ seed: i, token_ids: [4, 5], ...choice })),
      })),
    ],
    [
      'completion/nulls',
      '2.7',
      'optional members that are not used are null',
      answer((json) => ({
        ...json,
        ...Object.fromEntries(optional.map((name) => [name, json[name] ?? null])),
      })),
      { mayWarn: ['completion/*'] },
    ],
  ]),
  ...variants('terse-model', [
    [
      'completion/four-tokens',
      '3',
      'the model always ends by itself after four tokens',
      eachChoice((choice, body) => {
        const free = body.response_format === undefined && choice.toolCalls.length === 0;
        const limit = body.max_completion_tokens ?? body.max_tokens ?? 1024;
        if (!free || choice.reasoning !== undefined || choice.tokens.length < 4 || limit < 4) return choice;
        return {
          ...choice,
          tokens: choice.tokens.slice(0, 4),
          ...(choice.logprobs && { logprobs: choice.logprobs.slice(0, 4) }),
          completionTokens: 4,
          finishReason: 'stop',
        };
      }),
    ],
    [
      'completion/another-length-each-time',
      '3',
      'without a seed, the model ends by itself after four to eleven tokens',
      (before) => ({
        generation: (generation, body, request) => {
          const made = before.generation(generation, body, request);
          if (body.seed !== undefined || body.temperature === 0 || body.response_format) return made;
          const choices = made.choices.map((choice) => {
            const limit = body.max_completion_tokens ?? body.max_tokens ?? 1024;
            const length = 4 + Math.floor(request.service.random() * 8);
            const whole = choice.toolCalls.length === 0 && choice.reasoning === undefined;
            if (!whole || choice.tokens.length < length || length > limit) return choice;
            const first = choice.tokens[0]!;
            return {
              ...choice,
              tokens: [`${first}${request.serial}`, ...choice.tokens.slice(1, length)],
              ...(choice.logprobs && { logprobs: choice.logprobs.slice(0, length) }),
              completionTokens: length,
              finishReason: 'stop',
            };
          });
          return { ...made, choices };
        },
      }),
      // Not a base for faults: its completions are random.
      { mayWarn: [] },
    ],
    [
      'completion/text-after-newlines',
      '2.7',
      'two newlines precede the text of each answer',
      tokens(([first = '', ...others]) => [`\n\n${first}`, ...others]),
    ],
    [
      'completion/text-before-newline',
      '2.7',
      'a newline follows the text of each answer',
      tokens((all) => [...all.slice(0, -1), `${all.at(-1)}\n`]),
    ],
  ]),
  ...variants('extra-members', [
    [
      'completion/provider-members',
      '2.7',
      'members of the backend are passed through',
      answer((json) => ({
        ...json,
        provider: 'backend-7',
        cost: 0.0001,
        choices: json.choices.map((choice: Json) => ({
          ...choice,
          matched_stop: null,
          content_filter_results: {},
        })),
      })),
    ],
    [
      'completion/usage-details',
      '2.7',
      'usage has details',
      inAnswer(
        '/usage',
        present((usage) => ({
          ...(usage as object),
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0 },
        })),
      ),
    ],
  ]),
  ...variants('message-members', [
    [
      'completion/message-lean',
      '2.2',
      'messages omit empty members',
      inAnswer('/choices/*/message', (m) =>
        Object.fromEntries(Object.entries(m as Json).filter(([, v]) => v !== null && v !== '')),
      ),
    ],
    [
      'completion/refusal-member',
      '2.2',
      'messages have refusal and annotations',
      inAnswer('/choices/*/message', (m) => ({ ...(m as object), refusal: null, annotations: [] })),
    ],
    [
      'completion/empty-content-beside-calls',
      '2.2',
      'content is empty when there are tool calls',
      inAnswer('/choices/*/message', (m) => ({ content: '', ...(m as object) })),
    ],
    [
      'completion/null-content-beside-calls',
      '2.2',
      'content is null when there are tool calls',
      inAnswer('/choices/*/message', (m) =>
        (m as Json).tool_calls ? { ...(m as object), content: null } : m,
      ),
      { mayWarn: ['completion/*'] },
    ],
  ]),
  ...variants('model-echo', [
    [
      'completion/model-versioned',
      '2.7',
      'the model is named with its version',
      both(
        inAnswer(
          '/model',
          present((v) => `${v}-2026-01`),
        ),
        inChunks(
          '/model',
          present((v) => `${v}-2026-01`),
        ),
      ),
    ],
    [
      'completion/model-upstream',
      '2.7',
      'the model has its upstream name',
      both(inAnswer('/model', put('upstream/zephyr')), inChunks('/model', put('upstream/zephyr'))),
    ],
  ]),
  ...variants('logprobs-shape', [
    [
      'completion/logprobs-legacy',
      '2.10',
      'log probabilities have the old shape',
      both(
        inAnswer(
          '/choices/*/logprobs',
          present(() => ({ tokens: ['a'], token_logprobs: [-0.1], top_logprobs: null, text_offset: [0] })),
        ),
        inChunks(
          '/choices/*/logprobs',
          present(() => ({ tokens: ['a'], token_logprobs: [-0.1], top_logprobs: null, text_offset: [0] })),
        ),
      ),
    ],
    [
      'completion/logprobs-null-when-not-asked',
      '2.7',
      'logprobs is null when it was not requested',
      inAnswer('/choices/*', (choice) => ({ logprobs: null, ...(choice as object) })),
      { mayWarn: ['completion/*'] },
    ],
  ]),
  ...variants('finish-of-calls', [
    [
      'completion/calls-finish-stop',
      '2.7',
      'calls that tool_choice forces have finish_reason stop',
      eachChoice((choice, { tool_choice: choiceOf }) =>
        choiceOf && choiceOf !== 'auto' && choice.finishReason === 'tool_calls'
          ? { ...choice, finishReason: 'stop' }
          : choice,
      ),
    ],
  ]),
  ...variants('call-members', [
    [
      'completion/call-type-left-out',
      '2.3',
      'calls have no type',
      both(inAnswer('/choices/*/message/tool_calls/*/type', absent)),
      { mayWarn: ['client/*'] },
    ],
    [
      'completion/call-index',
      '2.3',
      'calls also have an index without streaming',
      inAnswer(
        '/choices/*/message/tool_calls',
        present((calls) => (calls as Json[]).map((call, index) => ({ index, ...call }))),
      ),
    ],
  ]),
];
