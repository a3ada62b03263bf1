import { must, open, type Sections } from './row.ts';

/** Section 2.1: the fields of a request. */
export const REQUEST_FIELDS: Sections = {
  '2.1': [
    must(
      'Unknown fields are rejected (the schema forbids additional properties).',
      'request/unknown-field',
      'request/unknown-field-names',
    ),
    must('Required: model, messages.', 'request/model-missing', 'request/messages-missing'),
    must(
      '| model | string | yes | identifier of a hosted model |',
      'request/model-*',
      'request/accepts-models',
    ),
    must(
      '| messages | array of Message | yes | |',
      'request/messages-missing',
      'request/messages-wrong-type',
      'request/messages-item-wrong-type',
      'request/accepts-plain',
    ),
    must('| max_tokens | integer | no | |', 'request/max-tokens-*', 'request/accepts-no-limit'),
    must(
      '| max_completion_tokens | integer | no | |',
      'request/max-completion-tokens-*',
      'request/accepts-max-completion-tokens',
    ),
    must(
      '| temperature | number | no | 0 to 2 inclusive |',
      'request/temperature-*',
      'request/accepts-temperature',
    ),
    must('| top_p | number | no | 0 to 1 inclusive |', 'request/top-p-*', 'request/accepts-top-p'),
    must(
      '| n | integer | no | minimum 1 |',
      'request/n-*',
      'request/accepts-n',
      'completion/choices-as-asked',
      'stream/choices-as-asked',
    ),
    must(
      '| stream | boolean | no | true selects a streamed response |',
      'request/stream-*',
      'request/accepts-stream',
      'stream/content-type',
      'stream/only-when-asked',
    ),
    must(
      '| stop | string, array of string, or null | no | |',
      'request/stop-*',
      'request/accepts-stop',
      'request/null-where-listed',
    ),
    must(
      '| presence_penalty | number | no | -2 to 2 inclusive |',
      'request/presence-penalty-*',
      'request/accepts-presence-penalty',
    ),
    must(
      '| frequency_penalty | number | no | -2 to 2 inclusive |',
      'request/frequency-penalty-*',
      'request/accepts-frequency-penalty',
    ),
    must(
      '| logit_bias | object, values integer | no | map of token key to integer bias |',
      'request/logit-bias-*',
      'request/accepts-logit-bias',
    ),
    must('| seed | integer | no | |', 'request/seed-*', 'request/accepts-seed'),
    must(
      '| tools | array of Tool | no | |',
      'request/tools-wrong-type',
      'request/tools-item-wrong-type',
      'request/accepts-tools',
    ),
    must(
      '| tool_choice | string, ToolChoiceObject, or null | no | string is one of none, auto, required |',
      'request/tool-choice-wrong-type',
      'request/tool-choice-unknown-value',
      'request/accepts-tool-choice',
      'request/null-where-listed',
    ),
    must(
      '| response_format | ResponseFormat | no | |',
      'request/response-format-wrong-type',
      'request/accepts-response-format',
    ),
    must('| logprobs | boolean | no | |', 'request/logprobs-*', 'request/accepts-logprobs'),
    must(
      '| top_logprobs | integer | no | 0 to 20 inclusive |',
      'request/top-logprobs-*',
      'request/accepts-top-logprobs',
    ),
    must(
      '| reasoning_effort | string | no | one of minimal, low, medium, high |',
      'request/reasoning-effort-*',
      'request/accepts-reasoning-effort',
    ),
    must('| user | string | no | |', 'request/user-*', 'request/accepts-user'),
    open(
      'An alternative published description of the same endpoint lists these further optional, nullable fields (default null): timeout (number or integer), functions (array of string), function_call (string).',
      'request/published-description',
    ),
    open(
      'In that description temperature, top_p, n, stream, stop, max_tokens, presence_penalty, frequency_penalty, logit_bias, user, seed, logprobs and top_logprobs are also nullable with default null, and tool_choice is one of auto, none, required.',
      'request/published-description',
      'request/null-optional',
    ),
    open(
      'That description does not list max_completion_tokens, response_format or reasoning_effort.',
      'request/published-description',
    ),
  ],
};
