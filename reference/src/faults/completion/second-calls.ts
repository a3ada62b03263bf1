import type { Change } from '../../behaviour.ts';
import { chunks, eachChoice, inAnswer } from '../../change/answers.ts';
import { absent, present, put } from '../../change/pointer.ts';
import type { Json, ToolCall } from '../../completion-types.ts';
import { type Fault, faults } from '../../deviation.ts';

const SECOND = '/choices/*/message/tool_calls/1';

/** Changes the second call of each choice. */
const secondCall = (edit: (call: ToolCall, first: ToolCall) => ToolCall): Change =>
  eachChoice((choice) => ({
    ...choice,
    toolCalls: choice.toolCalls.map((call, i, all) => (i === 1 ? edit(call, all[0]!) : call)),
  }));

const withArguments = (call: ToolCall, text: string): ToolCall => ({
  ...call,
  function: { ...call.function, arguments: text },
});

/** Changes the fragments of the second call in streams. */
const secondFragments = (edit: (fragment: Json) => Json): Change =>
  chunks((all) =>
    all.map((chunk) => ({
      ...chunk,
      choices: chunk.choices.map((choice: Json) =>
        choice.delta?.tool_calls
          ? {
              ...choice,
              delta: {
                ...choice.delta,
                tool_calls: choice.delta.tool_calls.map((fragment: Json) =>
                  fragment.index === 1 ? edit(fragment) : fragment,
                ),
              },
            }
          : choice,
      ),
    })),
  );

/** Faults in the second of two calls only (2.3). */
export const secondCalls: readonly Fault[] = [
  ...faults('must', 'tool/* client/*', [
    [
      'tool/second-arguments-object',
      '2.3',
      'the arguments of a second call are an object',
      inAnswer(
        `${SECOND}/function/arguments`,
        present(() => ({})),
      ),
    ],
    ['tool/second-id-missing', '2.3', 'a second call has no id', inAnswer(`${SECOND}/id`, absent)],
    ['tool/second-id-number', '2.3', 'the id of a second call is a number', inAnswer(`${SECOND}/id`, put(2))],
  ]),
  ...faults('should', 'tool/* stream/* client/*', [
    [
      'tool/second-arguments-not-json',
      '2.3',
      'the arguments of a second call are truncated',
      secondCall((call) => withArguments(call, '{"place": ')),
    ],
    [
      'tool/second-id-shared',
      '2.3',
      'a second call has the id of the first',
      secondCall((call, first) => ({ ...call, id: first.id })),
    ],
    [
      'stream/second-call-index-missing',
      '6',
      'in streams a second call has no index',
      secondFragments(({ index: _, ...fragment }) => fragment),
    ],
    [
      'stream/second-call-index-of-the-first',
      '6',
      'in streams a second call has the index of the first',
      secondFragments((fragment) => ({ ...fragment, index: 0 })),
    ],
    [
      'stream/second-call-id-missing',
      '6',
      'in streams a second call has no id',
      secondFragments(({ id: _, ...fragment }) => fragment),
    ],
  ]),
];
