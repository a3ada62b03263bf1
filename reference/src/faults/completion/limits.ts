import { answer, eachChoice, generation, inAnswer } from '../../change/answers.ts';
import { absent } from '../../change/pointer.ts';
import { ignored } from '../../change/requests.ts';
import type { CompletionRequest, GeneratedChoice } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

/** A text that is never cut by its words, and except at temperature 0 another one each time, of 19 tokens at most. */
const varied =
  ({ temperature }: CompletionRequest, serial: number) =>
  (choice: GeneratedChoice): GeneratedChoice => {
    const { tokens, toolCalls, finishReason, completionTokens, logprobs } = choice;
    if (toolCalls.length > 0 || tokens.length === 0 || finishReason !== 'length') return choice;
    if (temperature === 0) return { ...choice, finishReason: 'stop' };
    return {
      ...choice,
      tokens: [`${tokens[0]}${serial}`, ...tokens.slice(1, 19)],
      finishReason: 'stop',
      completionTokens: Math.min(completionTokens, 19),
      ...(logprobs && { logprobs: logprobs.slice(0, 19) }),
    };
  };

/** The end of a completion and its finish_reason: limits, stop strings, ids. */
export const limits: readonly Fault[] = [
  ...faults('should', 'completion/* accounting/completions', [
    ['completion/max-tokens-ignored', '2.1', 'max_tokens is ignored', ignored('/max_tokens', () => 64)],
    [
      'completion/max-completion-tokens-ignored',
      '2.1',
      'max_completion_tokens is ignored',
      ignored('/max_completion_tokens', () => 64),
    ],
    [
      'completion/max-completion-tokens-ignored-in-streams',
      '2.1',
      'max_completion_tokens is ignored in streams',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          const { max_completion_tokens: limit, stream } = understood;
          return limit && stream ? { ...understood, max_completion_tokens: 64 } : understood;
        },
      }),
      {
        bases: {
          'stream/usage-none': {
            hidden: 'a stream without usage does not show its number of tokens',
          },
          'completion/four-tokens': { hidden: 'a model that ends by itself does not reach its limit' },
        },
      },
    ],
    [
      'completion/newer-limit-called-stop',
      '2.7',
      'a completion cut by max_completion_tokens has finish_reason stop',
      eachChoice((choice, body) =>
        body.max_completion_tokens && choice.finishReason === 'length'
          ? { ...choice, finishReason: 'stop' }
          : choice,
      ),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'completion/length-called-stop-in-varied-streams',
      '2.7',
      'a stream cut by the limit has finish_reason stop, from a model whose texts vary and are short',
      (before) => ({
        generation: (generation, body, request) => {
          const made = before.generation(generation, body, request);
          return body.stream ? { ...made, choices: made.choices.map(varied(body, request.serial)) } : made;
        },
      }),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'completion/limit-one-off',
      '2.1',
      'one token more than the limit is generated',
      ignored('/max_tokens', (limit) => (typeof limit === 'number' ? limit + 1 : limit)),
    ],
    [
      'completion/length-without-limit',
      '2.1',
      'the whole answer to a request without a limit has finish_reason length',
      eachChoice((choice, body) =>
        (body.max_tokens ?? body.max_completion_tokens) === undefined && choice.finishReason === 'stop'
          ? { ...choice, finishReason: 'length' }
          : choice,
      ),
    ],
    [
      'completion/length-called-stop',
      '2.7',
      'a completion cut by the limit has finish_reason stop',
      eachChoice((choice) =>
        choice.finishReason === 'length' ? { ...choice, finishReason: 'stop' } : choice,
      ),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'completion/several-cut-called-stop',
      '2.7',
      'several choices that the limit cut have finish_reason stop',
      eachChoice((choice, body) =>
        (body.n ?? 1) > 1 && choice.finishReason === 'length' ? { ...choice, finishReason: 'stop' } : choice,
      ),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'completion/id-repeats-every-second',
      '2.7',
      'the id is made from the time in seconds, and several completions share it',
      generation((made) => ({ ...made, id: `chatcmpl-${Math.floor(made.created / 1000)}` })),
    ],
    [
      'completion/completion-tokens-uncapped',
      '2.7',
      'completion_tokens exceeds the limit',
      answer((json) =>
        json.usage
          ? {
              ...json,
              usage: {
                ...json.usage,
                completion_tokens: json.usage.completion_tokens + 500,
                total_tokens: json.usage.total_tokens + 500,
              },
            }
          : json,
      ),
    ],
    [
      'completion/content-null',
      '2.2',
      'content is null when there are tool calls',
      inAnswer('/choices/*/message', (message) => ({
        ...(message as object),
        content: (message as { content?: unknown }).content || null,
      })),
    ],
    ['completion/stop-ignored', '2.1', 'stop strings do not stop anything', ignored('/stop', absent)],
    [
      'stream/stop-ignored',
      '2.1',
      'stop strings do not stop streams',
      (before) => ({
        understand: (body, request) =>
          before.understand(body.stream ? { ...body, stop: null } : body, request),
      }),
    ],
    [
      'completion/only-first-stop',
      '2.1',
      'only the first stop string is used',
      ignored('/stop', (stop) => (Array.isArray(stop) ? stop.slice(0, 1) : stop)),
    ],
    [
      'completion/stop-included',
      '2.1',
      'the content ends with the stop string',
      (before) => ({
        generation: (made, body, request) => {
          const stops = [body.stop ?? []].flat();
          const own = before.generation(made, body, request);
          return {
            ...own,
            choices: own.choices.map((choice) =>
              choice.finishReason === 'stop' && stops[0]
                ? { ...choice, tokens: [...choice.tokens, stops[0]] }
                : choice,
            ),
          };
        },
      }),
    ],
  ]),
];
