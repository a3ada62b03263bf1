import type { Change } from '../../behaviour.ts';
import { REASONING_MODEL } from '../../catalogue.ts';
import { eachChoice, inChunks } from '../../change/answers.ts';
import { present } from '../../change/pointer.ts';
import type { CompletionRequest, GeneratedChoice, ToolCall } from '../../completion-types.ts';
import { type Fault, faults } from '../../deviation.ts';
import { lastWords } from '../../model/prompt.ts';

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

const untyped = ({ tool_choice: choice }: CompletionRequest): boolean =>
  typeof choice === 'object' && choice !== null && choice.type === undefined;

/** Whether the last message is the result of a tool. */
const isInLoop = ({ messages }: CompletionRequest): boolean => messages.at(-1)?.role === 'tool';

/** Whether the last prompt suggests no function. */
const isSmallTalk = (body: CompletionRequest): boolean => !/weather|time/i.test(lastWords(body));

const calls = (edit: (call: ToolCall) => ToolCall): Change =>
  eachChoice((choice) => ({ ...choice, toolCalls: choice.toolCalls.map(edit) }));

const withArguments = (edit: (args: string) => string): Change =>
  calls((call) => ({ ...call, function: { ...call.function, arguments: edit(call.function.arguments) } }));

/** Returns text for the first three requests that name a function. */
const spokenAtFirst: Change = (before) => ({
  generation: (made, body, request) => {
    const own = before.generation(made, body, request);
    const isEarly = named(body) && request.service.count('named') < 3;
    return isEarly ? { ...own, choices: own.choices.map(spoken) } : own;
  },
});

/** Calls of tools (2.3, 2.5). */
export const tools: readonly Fault[] = [
  ...faults('must', 'tool/*', [
    [
      'tool/named-choice-ignored',
      '2.5',
      'a tool_choice that names a function is read as auto, and the model answers with text',
      eachChoice((choice, body) => (named(body) ? spoken(choice) : choice)),
    ],
    [
      'tool/named-choice-ignored-at-first',
      '2.5',
      'the first three requests that name a function get text',
      spokenAtFirst,
    ],
    [
      'tool/untyped-choice-is-auto',
      '2.5',
      'a tool_choice object without type is read as auto',
      eachChoice((choice, body) => (untyped(body) && isSmallTalk(body) ? spoken(choice) : choice)),
    ],
    [
      'tool/named-choice-calls-another',
      '2.5',
      'the model calls another function than tool_choice names',
      eachChoice((choice, body) => (named(body) ? calling(choice, 'another_function') : choice)),
    ],
    [
      'tool/first-for-several-choices',
      '2.5',
      'for several choices a tool_choice that names a function calls the first one',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          const [first] = body.tools ?? [];
          if (!named(body) || !first || (body.n ?? 1) < 2) return understood;
          return {
            ...understood,
            tool_choice: { type: 'function', function: { name: first.function.name } },
          };
        },
      }),
    ],
    [
      'tool/first-of-the-reasoning-model',
      '2.5',
      'the reasoning model calls the first function, whichever tool_choice names',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          const [first] = body.tools ?? [];
          if (!named(body) || !first || body.model !== REASONING_MODEL) return understood;
          return {
            ...understood,
            tool_choice: { type: 'function', function: { name: first.function.name } },
          };
        },
      }),
    ],
    [
      'tool/choice-lost-in-a-loop',
      '2.5',
      'after the result of a tool, a tool_choice that names a function is ignored',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          return named(body) && isInLoop(body) ? { ...understood, tool_choice: 'auto' } : understood;
        },
      }),
    ],
    [
      'tool/hyphens-mangled',
      '2.5',
      'a hyphen in the name of a called function becomes an underscore',
      calls((call) => ({
        ...call,
        function: { ...call.function, name: call.function.name.replaceAll('-', '_') },
      })),
    ],
    [
      'tool/named-choice-ignored-in-streams',
      '2.5',
      'a tool_choice that names a function is ignored in streams',
      eachChoice((choice, body) => (named(body) && body.stream ? spoken(choice) : choice)),
    ],
  ]),
  ...faults('should', 'tool/* stream/* client/*', [
    [
      'tool/required-ignored',
      '2.1',
      'tool_choice required is read as auto, and the model answers with text',
      eachChoice((choice, body) => (body.tool_choice === 'required' ? spoken(choice) : choice)),
    ],
    [
      'tool/required-ignored-in-streams',
      '2.1',
      'tool_choice required is ignored in streams',
      eachChoice((choice, body) =>
        body.tool_choice === 'required' && body.stream ? spoken(choice) : choice,
      ),
    ],
    [
      'tool/none-ignored-in-streams',
      '2.1',
      'tool_choice none is ignored in streams',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          if (understood.tool_choice !== 'none' || !understood.stream) return understood;
          return { ...understood, tool_choice: 'auto' };
        },
      }),
    ],
    [
      'tool/none-ignored',
      '2.1',
      'tool_choice none is ignored: the model calls a function',
      eachChoice((choice, body) =>
        body.tool_choice === 'none' ? calling(choice, body.tools?.[0]?.function.name ?? 'f') : choice,
      ),
    ],
    [
      'tool/arguments-not-json',
      '2.3',
      'the arguments of a call are not JSON',
      withArguments(() => '{city: Paris}'),
    ],
    [
      'tool/arguments-fenced',
      '2.3',
      'the arguments of a call are in a code fence',
      withArguments((args) => `\`\`\`json\n${args}\n\`\`\``),
    ],
    [
      'tool/arguments-empty',
      '2.3',
      'a call without arguments has an empty string as arguments',
      withArguments(() => ''),
    ],
    [
      'tool/arguments-object-in-streams',
      '2.3',
      'in streams the arguments of a call are an object',
      inChunks(
        '/choices/*/delta/tool_calls/*/function/arguments',
        present(() => ({})),
      ),
    ],
  ]),
  ...faults('should', 'tool/* stream/tool-*', [
    ['tool/ids-empty', '2.3', 'the id of a call is an empty string', calls((call) => ({ ...call, id: '' }))],
    ['tool/ids-shared', '2.3', 'every call has the same id', calls((call) => ({ ...call, id: 'call_1' }))],
    [
      'tool/arguments-in-a-list',
      '2.3',
      'the arguments of a call are in a list',
      withArguments((args) => `[${args}]`),
    ],
  ]),
];
