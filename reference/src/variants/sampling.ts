import type { Change } from '../behaviour.ts';
import { PLAIN_MODEL, REASONING_MODEL } from '../catalogue.ts';
import { eachChoice, generation } from '../change/answers.ts';
import { isObject } from '../change/pointer.ts';
import { beforeValidation, refusedUnread } from '../change/requests.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

const SAMPLING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];

/** Every answer shows some reasoning, and no request may say how to draw it. */
const thinking: Change = (before) => ({
  ...eachChoice((choice) => ({ ...choice, reasoning: choice.reasoning ?? ['Hm.'] }))(before),
  ...object((body) => {
    const found = SAMPLING.filter((name) => body[name] !== undefined);
    return found.length > 0 && body.model === PLAIN_MODEL ? { ...body, 'not while reasoning': found } : body;
  })(before),
});

const object = (edit: (body: Record<string, unknown>) => Record<string, unknown>): Change =>
  beforeValidation('', (body) => (isObject(body) ? edit(body) : body));

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Models that reason, and may not be told how to draw what they say. */
export const sampling: readonly Variant[] = [
  ...variants('sampling', [
    [
      'request/sampling-switched-off',
      '2.1',
      'the default model reasons and rejects sampling parameters',
      thinking,
      { mayWarn: ['request/*', 'client/*'] },
    ],
    [
      'request/sampling-refused-while-reasoning',
      '2.1',
      'the reasoning model rejects sampling parameters with 400',
      refusedUnread(
        (body) => body.model === REASONING_MODEL && SAMPLING.some((name) => body[name] !== undefined),
      ),
      { mayWarn: ['request/*', 'client/*'] },
    ],
    [
      'request/temperature-or-top-p',
      '2.1',
      'temperature together with top_p is rejected',
      object((body) => ({ ...body, ...(isSet(body.temperature) && isSet(body.top_p) && { n: 0 }) })),
      { mayWarn: ['request/accepts-combinations'] },
    ],
  ]),
  ...variants('reasoning-shown', [
    [
      'reasoning/hidden',
      '2.2',
      'reasoning is not shown, and takes nearly all of a small limit, or all of it in a second choice',
      eachChoice(({ reasoning, ...choice }, body) => {
        const limit = body.max_completion_tokens ?? body.max_tokens ?? 1024;
        if (reasoning === undefined || limit > 32 || body.logprobs) return choice;
        const tokens = choice.index === 0 ? ['Hello'] : [];
        return { ...choice, tokens, toolCalls: [], completionTokens: limit, finishReason: 'length' };
      }),
      // A model that hides its reasoning has no known reason to reject sampling parameters. Requests with larger limits
      // use up the tokens of a run that has other needs for them.
      { mayWarn: ['reasoning/*'], undecided: ['request/*'], against: ['sampling'] },
    ],
  ]),
  ...variants('hidden-prompt', [
    [
      'completion/hidden-system-prompt',
      '2.7',
      'a system prompt of 212 tokens precedes every conversation',
      generation((made) => ({ ...made, promptTokens: made.promptTokens + 212 })),
      // Smaller parts of rejected requests, at this price, use up the limit of tokens.
      {
        undecidedWith: {
          'request/temperature-or-top-p': ['request/*'],
          'request/some-members-not-streamed': ['request/drawn-violations', 'request/streamed-refusals'],
        },
      },
    ],
  ]),
];
