import { chunks, inChunks } from '../../change/answers.ts';
import { absent, present, put } from '../../change/pointer.ts';
import type { Json } from '../../completion/types.ts';
import { type Fault, faults } from '../../deviation.ts';

const D = '/choices/*/delta';
const CALL = `${D}/tool_calls/*`;

/** Whether a chunk carries a choice's end. */
const ends = (chunk: Json): boolean => chunk.choices?.some((c: Json) => c.finish_reason != null) ?? false;

const eachChoice = (edit: (choice: Json, chunk: Json, position: number) => Json) =>
  chunks((all) =>
    all.map((chunk, i) => ({
      ...chunk,
      choices: chunk.choices.map((choice: Json) => edit(choice, chunk, i)),
    })),
  );

/** A usage chunk as OpenAI sends it, put where it does not belong or filled with what is wrong. */
const usageChunk = (all: Json[], numbers: [number, number, number]): Json => ({
  ...all[0],
  choices: [],
  usage: { prompt_tokens: numbers[0], completion_tokens: numbers[1], total_tokens: numbers[2] },
});

const withoutUsage = (all: Json[]): Json[] =>
  all.filter((chunk) => chunk.choices?.length > 0 || !chunk.usage).map(({ usage: _, ...chunk }) => chunk);

/** What chunks hold: members, order, roles, ends, calls, usage. */
export const chunkShapes: readonly Fault[] = [
  ...faults(
    'must',
    ['stream/*', 'client/*', 'tool/*'],
    [
      [
        'stream/index-counts-chunks',
        '6',
        'the index of a choice counts chunks',
        eachChoice((choice, _, i) => ({ ...choice, index: i })),
      ],
      ['stream/call-name-missing', '2.3', 'calls have no name', inChunks(`${CALL}/function/name`, absent)],
      [
        'stream/n-only-first',
        '2.1',
        'only the first of several choices is streamed',
        chunks((all) => all.filter((c) => !c.choices?.[0]?.index)),
      ],
      [
        'stream/n-merged',
        '2.1',
        'all choices are streamed with index 0',
        inChunks('/choices/*/index', put(0)),
      ],
      [
        'stream/n-one-more',
        '2.1',
        'one choice more than n asks for is streamed',
        chunks((all) =>
          all.flatMap((chunk) =>
            ends(chunk) && chunk.choices[0].index === 0
              ? [chunk, { ...chunk, choices: [{ ...chunk.choices[0], index: 7 }] }]
              : [chunk],
          ),
        ),
      ],
    ],
  ),
  ...faults(
    'should',
    ['stream/*', 'client/*', 'tool/*', 'format/*', 'completion/*'],
    [
      ['stream/object-missing', '6', 'chunks have no object', inChunks('/object', absent)],
      [
        'stream/object-other',
        '6',
        'chunks call themselves chat.completion',
        inChunks('/object', put('chat.completion')),
      ],
      [
        'stream/id-changes',
        '6',
        'each chunk has an id of its own',
        chunks((all) => all.map((c, i) => ({ ...c, id: `${c.id}-${i}` }))),
      ],
      ['stream/id-missing', '6', 'chunks have no id', inChunks('/id', absent)],
      ['stream/id-number', '6', 'the id of chunks is a number', inChunks('/id', put(1))],
      [
        'stream/created-changes',
        '6',
        'created grows within a stream',
        chunks((all) => all.map((c, i) => ({ ...c, created: c.created + i }))),
      ],
      ['stream/created-string', '6', 'created of chunks is a string', inChunks('/created', present(String))],
      [
        'stream/model-changes',
        '6',
        'the last chunk has another model',
        chunks((all) => all.map((c, i) => (i === all.length - 1 ? { ...c, model: 'another' } : c))),
      ],
      ['stream/model-null', '6', 'model of chunks is null', inChunks('/model', put(null))],
      [
        'stream/choices-missing-at-end',
        '6',
        'the usage chunk has no choices',
        chunks((all) => [...withoutUsage(all), { ...usageChunk(all, [5, 3, 8]), choices: undefined }]),
      ],
      [
        'stream/choices-null-at-end',
        '6',
        'the usage chunk has choices: null',
        chunks((all) => [...withoutUsage(all), { ...usageChunk(all, [5, 3, 8]), choices: null }]),
      ],
      [
        'stream/choices-object',
        '6',
        'choices of chunks is an object',
        inChunks('/choices', (c) => (Array.isArray(c) ? { ...c } : c)),
      ],
      ['stream/index-missing', '6', 'choices of chunks have no index', inChunks('/choices/*/index', absent)],
      [
        'stream/index-string',
        '6',
        'the index of choices is a string',
        inChunks('/choices/*/index', present(String)),
      ],
      [
        'stream/delta-missing-at-end',
        '6',
        'the last chunk has no delta',
        eachChoice((c, chunk) => (ends(chunk) ? { ...c, delta: undefined } : c)),
      ],
      [
        'stream/delta-null-at-end',
        '6',
        'the last chunk has delta: null',
        eachChoice((c, chunk) => (ends(chunk) ? { ...c, delta: null } : c)),
      ],
      [
        'stream/message-for-delta',
        '6',
        'chunks carry message in place of delta',
        eachChoice(({ delta, ...c }) => ({ ...c, message: delta })),
      ],
      [
        'stream/content-parts',
        '2.2',
        'the content of deltas is a list of parts',
        inChunks(
          `${D}/content`,
          present((text) => [{ type: 'text', text }]),
        ),
      ],
      [
        'stream/content-number',
        '2.2',
        'the content of deltas is a number',
        inChunks(
          `${D}/content`,
          present(() => 1),
        ),
      ],
      ['stream/role-never', '6', 'no delta has a role', inChunks(`${D}/role`, absent)],
      [
        'stream/role-empty',
        '6',
        'the role of deltas is empty',
        inChunks(
          `${D}/role`,
          present(() => ''),
        ),
      ],
      [
        'stream/role-late',
        '6',
        'the role comes in the second delta',
        chunks((all) => {
          const seen = new Map<number, number>();
          return all.map((chunk) => ({
            ...chunk,
            choices: chunk.choices.map((c: Json) => {
              const nth = seen.get(c.index) ?? 0;
              seen.set(c.index, nth + 1);
              const { role: _, ...delta } = c.delta;
              return { ...c, delta: nth === 1 ? { role: 'assistant', ...delta } : delta };
            }),
          }));
        }),
      ],
      [
        'stream/finish-never',
        '6',
        'no choice gets a finish_reason',
        inChunks('/choices/*/finish_reason', put(null)),
      ],
      [
        'stream/finish-twice',
        '6',
        'finish_reason comes in two chunks',
        chunks((all) => all.flatMap((c) => (ends(c) ? [c, c] : [c]))),
      ],
      [
        'stream/finish-everywhere',
        '6',
        'every chunk has finish_reason stop',
        eachChoice((c) => ({ ...c, finish_reason: 'stop' })),
      ],
      [
        'stream/finish-null-string',
        '6',
        'finish_reason is the word null until the end',
        inChunks('/choices/*/finish_reason', (v) => v ?? 'null'),
      ],
      [
        'stream/finish-empty-string',
        '6',
        'finish_reason is an empty string until the end',
        inChunks('/choices/*/finish_reason', (v) => v ?? ''),
      ],
      [
        'stream/finish-unknown',
        '6',
        'finish_reason is eos_token',
        inChunks('/choices/*/finish_reason', (v) => (v ? 'eos_token' : v)),
      ],
      [
        'stream/content-after-finish',
        '6',
        'content follows the finish_reason',
        chunks((all) =>
          all.flatMap((c) =>
            ends(c)
              ? [
                  c,
                  {
                    ...c,
                    choices: c.choices.map((x: Json) => ({
                      ...x,
                      delta: { content: '!' },
                      finish_reason: null,
                    })),
                  },
                ]
              : [c],
          ),
        ),
      ],
      [
        'stream/finish-only-first',
        '6',
        'only the first of several choices gets a finish_reason',
        eachChoice((c) => (c.index > 0 ? { ...c, finish_reason: null } : c)),
      ],
      [
        'stream/deltas-swapped',
        '6',
        'the end of a choice comes before its last delta',
        chunks((all) => {
          const at = all.findIndex(ends);
          if (at < 2) return all;
          const copy = [...all];
          [copy[at - 1], copy[at]] = [copy[at]!, copy[at - 1]!];
          return copy;
        }),
      ],
      [
        'stream/length-called-stop',
        '2.7',
        'a stream that the limit cut says stop',
        inChunks('/choices/*/finish_reason', (v) => (v === 'length' ? 'stop' : v)),
      ],
      [
        'stream/call-index-missing',
        '6',
        'fragments of calls have no index',
        inChunks(`${CALL}/index`, absent),
      ],
      [
        'stream/call-index-null',
        '6',
        'fragments of calls have index: null',
        inChunks(`${CALL}/index`, put(null)),
      ],
      [
        'stream/call-index-string',
        '6',
        'the index of calls is a string',
        inChunks(`${CALL}/index`, present(String)),
      ],
      ['stream/call-id-missing', '2.3', 'calls have no id', inChunks(`${CALL}/id`, absent)],
      [
        'stream/call-id-late',
        '6',
        'the id of a call comes with its last fragment',
        chunks((all) => {
          const last = all.findLastIndex((c) => c.choices?.[0]?.delta?.tool_calls);
          const id = all.find((c) => c.choices?.[0]?.delta?.tool_calls?.[0]?.id)?.choices[0].delta
            .tool_calls[0].id;
          return all.map((chunk, i) => ({
            ...chunk,
            choices: chunk.choices.map((c: Json) =>
              c.delta?.tool_calls
                ? {
                    ...c,
                    delta: {
                      ...c.delta,
                      tool_calls: c.delta.tool_calls.map(({ id: _, ...call }: Json) =>
                        i === last ? { id, ...call } : call,
                      ),
                    },
                  }
                : c,
            ),
          }));
        }),
      ],
      [
        'stream/arguments-cut',
        '2.3',
        'the last fragment of the arguments is lost',
        chunks((all) => {
          const last = all.findLastIndex((c) => c.choices?.[0]?.delta?.tool_calls?.[0]?.function?.arguments);
          return all.filter(
            (_, i) => i !== last || all.filter((c) => c.choices?.[0]?.delta?.tool_calls).length < 2,
          );
        }),
      ],
      [
        'stream/arguments-resent',
        '2.3',
        'each fragment holds all arguments so far',
        chunks((all) => {
          const sofar = new Map<string, string>();
          return all.map((chunk) => ({
            ...chunk,
            choices: chunk.choices.map((c: Json) =>
              c.delta?.tool_calls
                ? {
                    ...c,
                    delta: {
                      ...c.delta,
                      tool_calls: c.delta.tool_calls.map((call: Json) => {
                        const key = `${c.index} ${call.index}`;
                        const whole = (sofar.get(key) ?? '') + (call.function?.arguments ?? '');
                        sofar.set(key, whole);
                        return { ...call, function: { ...call.function, arguments: whole } };
                      }),
                    },
                  }
                : c,
            ),
          }));
        }),
      ],
      [
        'stream/usage-first',
        '6',
        'the usage chunk comes first',
        chunks((all) => [usageChunk(all, [5, 3, 8]), ...withoutUsage(all)]),
      ],
      [
        'stream/usage-sum-wrong',
        '6',
        'the total of the usage chunk is wrong',
        chunks((all) => [...withoutUsage(all), usageChunk(all, [5, 3, 9])]),
      ],
      [
        'stream/usage-strings',
        '6',
        'the usage chunk counts in strings',
        chunks((all) => [
          ...withoutUsage(all),
          {
            ...usageChunk(all, [5, 3, 8]),
            usage: { prompt_tokens: '5', completion_tokens: '3', total_tokens: '8' },
          },
        ]),
      ],
      [
        'stream/empty-content',
        '6',
        'streams have no content though the same request has some unstreamed',
        inChunks(`${D}/content`, absent),
      ],
    ],
  ),
];
