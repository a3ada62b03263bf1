import type { Change } from '../../behaviour.ts';
import { answer, chunks, eachChoice, inAnswer, inChunks } from '../../change/answers.ts';
import { absent, present, put } from '../../change/pointer.ts';
import type { CompletionRequest, GeneratedChoice, ToolCall } from '../../completion/types.ts';
import { type Fault, faults } from '../../deviation.ts';

const PROSE = ['Sure', ', here', ' it is'];

/** Content in place of tool calls. */
const spoken = (choice: GeneratedChoice): GeneratedChoice => ({
  ...choice,
  toolCalls: [],
  tokens: PROSE,
  finishReason: 'stop',
  completionTokens: PROSE.length,
});

const calling = (choice: GeneratedChoice, name: string): GeneratedChoice => ({
  ...choice,
  tokens: [],
  toolCalls: [{ id: `call_${choice.index}`, type: 'function', function: { name, arguments: '{}' } }],
  finishReason: 'tool_calls',
});

const named = (body: CompletionRequest): boolean =>
  typeof body.tool_choice === 'object' && body.tool_choice !== null;

const calls = (edit: (call: ToolCall) => ToolCall): Change =>
  eachChoice((choice) => ({ ...choice, toolCalls: choice.toolCalls.map(edit) }));

const withArguments = (edit: (args: string) => string): Change =>
  calls((call) => ({ ...call, function: { ...call.function, arguments: edit(call.function.arguments) } }));

const content = (edit: (text: string, body: CompletionRequest) => string): Change =>
  eachChoice((choice, body) =>
    choice.tokens.length > 0 ? { ...choice, tokens: [edit(choice.tokens.join(''), body)] } : choice,
  );

const wants = (body: CompletionRequest, type: string) => body.response_format?.type === type;

const both =
  (...changes: Change[]): Change =>
  (before) => {
    let behaviour = before;
    for (const change of changes) behaviour = { ...behaviour, ...change(behaviour) };
    return behaviour;
  };

/** Tools, formats, log probabilities and reasoning. */
export const features: readonly Fault[] = [
  ...faults(
    'must',
    ['tool/*'],
    [
      [
        'tool/named-choice-ignored',
        '2.5',
        'a tool_choice that names a function is read as auto, and text comes',
        eachChoice((choice, body) => (named(body) ? spoken(choice) : choice)),
      ],
      [
        'tool/named-choice-calls-another',
        '2.5',
        'a tool_choice that names a function makes the model call another one',
        eachChoice((choice, body) => (named(body) ? calling(choice, 'another_function') : choice)),
      ],
      [
        'tool/named-choice-ignored-in-streams',
        '2.5',
        'a tool_choice that names a function counts only without streaming',
        eachChoice((choice, body) => (named(body) && body.stream ? spoken(choice) : choice)),
      ],
    ],
  ),
  ...faults(
    'should',
    ['tool/*'],
    [
      [
        'tool/required-ignored',
        '2.1',
        'tool_choice required is read as auto, and text comes',
        eachChoice((choice, body) => (body.tool_choice === 'required' ? spoken(choice) : choice)),
      ],
      [
        'tool/none-ignored',
        '2.1',
        'with tool_choice none a function is called all the same',
        eachChoice((choice, body) =>
          body.tool_choice === 'none' ? calling(choice, body.tools?.[0]?.function.name ?? 'f') : choice,
        ),
      ],
      [
        'tool/arguments-not-json',
        '2.3',
        'arguments are written as the model likes',
        withArguments(() => '{city: Paris}'),
      ],
      [
        'tool/arguments-fenced',
        '2.3',
        'arguments come in a code fence',
        withArguments((args) => `\`\`\`json\n${args}\n\`\`\``),
      ],
      [
        'tool/arguments-empty',
        '2.3',
        'a call without arguments has an empty string',
        withArguments(() => ''),
      ],
    ],
  ),
  ...faults(
    'should',
    ['format/*'],
    [
      [
        'format/json-object-ignored',
        '2.6',
        'json_object is accepted and prose comes',
        content((text, body) => (wants(body, 'json_object') ? 'Sure, here it is' : text)),
      ],
      [
        'format/json-object-fenced',
        '2.6',
        'json_object comes in a code fence',
        content((text, body) => (wants(body, 'json_object') ? `\`\`\`json\n${text}\n\`\`\`` : text)),
      ],
      [
        'format/json-schema-ignored',
        '2.6',
        'json_schema is accepted and prose comes',
        content((text, body) => (wants(body, 'json_schema') ? 'Sure, here it is' : text)),
      ],
      [
        'format/json-schema-misfit',
        '2.6',
        'json_schema is read as json_object: the members are others',
        content((text, body) => (wants(body, 'json_schema') ? '{"answer":null}' : text)),
      ],
      [
        'format/json-schema-as-text',
        '2.6',
        'the JSON of json_schema comes as a JSON string in JSON',
        content((text, body) => (wants(body, 'json_schema') ? JSON.stringify(text) : text)),
      ],
    ],
  ),
  ...faults(
    'should',
    ['logprobs/*'],
    [
      [
        'logprobs/ignored',
        '2.1',
        'logprobs: true is accepted and nothing comes of it',
        both(inAnswer('/choices/*/logprobs', absent), inChunks('/choices/*/logprobs', absent)),
      ],
      [
        'logprobs/null',
        '2.1',
        'logprobs: true yields null',
        both(inAnswer('/choices/*/logprobs', put(null)), inChunks('/choices/*/logprobs', put(null))),
      ],
      [
        'logprobs/missing-in-streams',
        '2.1',
        'logprobs come only without streaming',
        inChunks('/choices/*/logprobs', absent),
      ],
    ],
  ),
  ...faults(
    'should',
    ['reasoning/*'],
    [
      [
        'reasoning/other-name',
        '2.2',
        'the reasoning text is in reasoning_content',
        answer((json) => ({
          ...json,
          choices: json.choices.map(
            ({ message: { reasoning, ...message }, ...rest }: { message: { reasoning?: string } }) => ({
              ...rest,
              message: reasoning === undefined ? message : { ...message, reasoning_content: reasoning },
            }),
          ),
        })),
      ],
      [
        'reasoning/other-name-in-streams',
        '2.2',
        'the reasoning text is in reasoning_content when streamed',
        chunks((all) =>
          all.map((chunk) => ({
            ...chunk,
            choices: chunk.choices.map(
              ({ delta: { reasoning, ...delta }, ...rest }: { delta: { reasoning?: string } }) => ({
                ...rest,
                delta: reasoning === undefined ? delta : { ...delta, reasoning_content: reasoning },
              }),
            ),
          })),
        ),
      ],
      [
        'reasoning/in-content',
        '2.2',
        'the reasoning text is in the content, between think tags',
        eachChoice((choice) => {
          if (!choice.reasoning) return choice;
          const { reasoning, ...rest } = choice;
          return { ...rest, tokens: [`<think>${reasoning.join('')}</think>`, ...choice.tokens] };
        }),
      ],
    ],
  ),
  ...faults(
    'must',
    ['reasoning/*', 'request/*'],
    [
      [
        'reasoning/effort-refused',
        '2.1',
        'reasoning_effort is refused by the reasoning model too',
        (before) => ({
          violations: (found, body, request) => {
            const asked = typeof body === 'object' && body !== null && 'reasoning_effort' in body;
            const other = {
              pointer: '/reasoning_effort',
              keyword: 'additionalProperties',
              message: 'unknown field: reasoning_effort',
            };
            return before.violations(asked && found.length === 0 ? [other] : found, body, request);
          },
        }),
      ],
    ],
  ),
  ...faults(
    'should',
    ['tool/*', 'reasoning/*', 'stream/*', 'client/*'],
    [
      [
        'tool/arguments-object-in-streams',
        '2.3',
        'in streams the arguments of a call are an object',
        inChunks(
          '/choices/*/delta/tool_calls/*/function/arguments',
          present(() => ({})),
        ),
      ],
      [
        'reasoning/list-in-streams',
        '2.2',
        'in streams the reasoning text is a list',
        inChunks(
          '/choices/*/delta/reasoning',
          present((text) => [text]),
        ),
      ],
    ],
  ),
];
