import { answer, chunks, eachChoice, inChunks } from '../../change/answers.ts';
import { present } from '../../change/pointer.ts';
import { ignored } from '../../change/requests.ts';
import type { CompletionRequest, GeneratedChoice, Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

const withoutReasoning = ({ reasoning: _, ...choice }: GeneratedChoice): GeneratedChoice => choice;

const isCut = ({ toolCalls, finishReason }: GeneratedChoice) =>
  toolCalls.length > 0 && finishReason === 'length';

const severalTokens = (stop: unknown): boolean => typeof stop === 'string' && /\S\s+\S/.test(stop);

const onlyShortStops = (stop: unknown) =>
  Array.isArray(stop) ? stop.filter((one) => !severalTokens(one)) : severalTokens(stop) ? null : stop;

/** A call as text, from a model whose template is not parsed. */
const asText = (choice: GeneratedChoice): GeneratedChoice => {
  if (choice.toolCalls.length === 0) return choice;
  const said = choice.toolCalls.map(
    ({ function: { name, arguments: args } }) =>
      `<tool_call>{"name": "${name}", "arguments": ${args}}</tool_call>`,
  );
  return { ...choice, toolCalls: [], tokens: said, finishReason: 'stop' };
};

const plainAsText = (choice: GeneratedChoice): GeneratedChoice => {
  if (choice.toolCalls.length === 0) return choice;
  const said = choice.toolCalls.map(
    ({ function: { name, arguments: args } }) => `{"name": "${name}", "arguments": ${args}}`,
  );
  return { ...choice, toolCalls: [], tokens: said, finishReason: 'stop' };
};

/** Semantic faults: cut calls, stop strings, reasoning in one mode, calls as text. */
export const furtherMeaning: readonly Fault[] = [
  ...faults('should', 'completion/* tool/* stream/* client/* reasoning/* format/*', [
    [
      'tool/cut-call-says-tool-calls',
      '2.7',
      'a call cut by the limit has finish_reason tool_calls',
      eachChoice((choice) => (isCut(choice) ? { ...choice, finishReason: 'tool_calls' } : choice)),
    ],
    [
      'tool/cut-call-says-tool-calls-in-streams',
      '2.7',
      'in streams a call cut by the limit has finish_reason tool_calls',
      eachChoice((choice, body) =>
        isCut(choice) && body.stream ? { ...choice, finishReason: 'tool_calls' } : choice,
      ),
    ],
    [
      'completion/only-stops-of-one-token',
      '2.1',
      'stop strings of several tokens do not stop anything',
      ignored('/stop', onlyShortStops),
    ],
    [
      'stream/only-stops-of-one-token',
      '2.1',
      'stop strings of several tokens do not stop streams',
      (before) => ({
        understand: (body: CompletionRequest, request) =>
          before.understand(
            (body.stream ? { ...body, stop: onlyShortStops(body.stop) } : body) as CompletionRequest,
            request,
          ),
      }),
    ],
    [
      'stream/text-before-stop-twice',
      '2.1',
      'in streams the last piece before a stop string is repeated',
      (before) => ({
        chunks: (all, body, request) => {
          const made = before.chunks(all, body, request);
          if (!body.stop) return made;
          const at = made.findLastIndex((chunk) => chunk.choices?.[0]?.delta?.content?.trim());
          return at < 0 ? made : made.toSpliced(at, 0, made[at]!);
        },
      }),
    ],
    [
      'reasoning/only-streamed',
      '2.2',
      'the reasoning text is missing without streaming',
      eachChoice((choice, body) => (body.stream ? choice : withoutReasoning(choice))),
    ],
    [
      'reasoning/only-unstreamed',
      '2.2',
      'the reasoning text is missing in streams',
      eachChoice((choice, body) => (body.stream ? withoutReasoning(choice) : choice)),
    ],
    ['tool/call-as-tagged-text', '2.3', 'a call is text between tool tags', eachChoice(asText)],
    [
      'tool/call-as-text-when-free',
      '2.3',
      'with tool_choice auto, a call is JSON in the text',
      eachChoice((choice, body) =>
        body.tool_choice === undefined || body.tool_choice === 'auto' ? plainAsText(choice) : choice,
      ),
    ],
    [
      'tool/call-as-text-in-streams',
      '2.3',
      'in streams a call is text',
      eachChoice((choice, body) =>
        body.stream && typeof body.tool_choice !== 'object' ? plainAsText(choice) : choice,
      ),
    ],
    [
      'stream/prompt-tokens-zero',
      '2.7',
      'prompt_tokens is 0 in streams',
      inChunks(
        '/usage',
        present((usage) =>
          // Some styles send null in every chunk but the last.
          usage === null
            ? usage
            : { ...(usage as Json), prompt_tokens: 0, total_tokens: (usage as Json).completion_tokens },
        ),
      ),
      hidden('streams report no usage', 'stream/usage-none'),
    ],
    [
      'tool/arguments-other-types',
      '2.3',
      "arguments of calls have other types than the tool's schema",
      eachChoice((choice) => ({
        ...choice,
        toolCalls: choice.toolCalls.map((call) => ({
          ...call,
          function: { ...call.function, arguments: call.function.arguments.replace(/:"[^"]*"/g, ':7') },
        })),
      })),
    ],
    [
      'tool/arguments-without-required',
      '2.3',
      "arguments of calls lack members that the tool's schema requires",
      eachChoice((choice) => ({
        ...choice,
        toolCalls: choice.toolCalls.map((call) => ({
          ...call,
          function: { ...call.function, arguments: isCut(choice) ? call.function.arguments : '{}' },
        })),
      })),
    ],
    [
      'stream/call-name-repeated',
      '6',
      'every fragment of a call repeats the function name',
      chunks((all) => {
        let name: unknown;
        return all.map((chunk) => ({
          ...chunk,
          choices: chunk.choices.map((choice: Json) => ({
            ...choice,
            delta: choice.delta?.tool_calls
              ? {
                  ...choice.delta,
                  tool_calls: choice.delta.tool_calls.map((call: Json) => {
                    name = call.function?.name ?? name;
                    return { ...call, function: { ...call.function, name } };
                  }),
                }
              : choice.delta,
          })),
        }));
      }),
    ],
    [
      'tool/calls-say-stop',
      '2.7',
      'tool calls have finish_reason stop',
      eachChoice((choice) =>
        choice.finishReason === 'tool_calls' ? { ...choice, finishReason: 'stop' } : choice,
      ),
    ],
    [
      'completion/id-same-late',
      '2.7',
      'from the fortieth completion on, the id is always the same',
      (before) => ({
        generation: (made, body, request) => {
          const own = before.generation(made, body, request);
          return request.service.count('answers') < 40 ? own : { ...own, id: 'chatcmpl-last' };
        },
      }),
    ],
    [
      'completion/usage-in-choice',
      '2.7',
      'usage is inside the first choice',
      answer(({ usage, ...json }) => ({
        ...json,
        choices: json.choices.map((choice: Json, i: number) => (i ? choice : { ...choice, usage })),
      })),
    ],
    [
      'stream/usage-in-choice',
      '2.7',
      'in streams usage is inside the last choice',
      chunks((all) => {
        const usage = all.find((chunk) => chunk.usage)?.usage;
        const rest = all.filter((chunk) => chunk.choices?.length > 0);
        return rest.map(({ usage: _, ...chunk }, i) =>
          i === rest.length - 1
            ? { ...chunk, choices: chunk.choices.map((c: Json) => ({ ...c, usage })) }
            : chunk,
        );
      }),
      hidden('streams report no usage', 'stream/usage-none'),
    ],
    [
      'completion/replacement-characters',
      '2.7',
      'multi-byte characters become U+FFFD',
      eachChoice((choice) => ({
        ...choice,
        tokens: choice.tokens.map((t) => t.replace(/[\u0800-\u{10ffff}]/gu, '\uFFFD')),
      })),
    ],
    [
      'stream/replacement-characters',
      '6',
      'in streams a letter beyond ASCII becomes two U+FFFD',
      inChunks(
        '/choices/*/delta/content',
        present((text) => String(text).replace(/\P{ASCII}/gu, '\uFFFD\uFFFD')),
      ),
    ],
  ]),
];
