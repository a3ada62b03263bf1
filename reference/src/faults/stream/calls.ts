import { chunks, inChunks } from '../../change/answers.ts';
import { absent, present, put } from '../../change/pointer.ts';
import type { Json } from '../../completion-types.ts';
import { type Fault, faults } from '../../deviation.ts';

const CALL = '/choices/*/delta/tool_calls/*';

/** Tool calls in streams: fragments, their index and id, names, arguments (2.3). */
export const calls: readonly Fault[] = [
  ...faults('must', 'stream/* client/* tool/*', [
    ['stream/call-name-missing', '2.3', 'calls have no name', inChunks(`${CALL}/function/name`, absent)],
  ]),
  ...faults('should', 'stream/* client/* tool/* format/* completion/*', [
    ['stream/call-index-missing', '6', 'fragments of calls have no index', inChunks(`${CALL}/index`, absent)],
    [
      'stream/stray-json-before-calls',
      '6',
      'the text of a stream has the first characters of the arguments before each call',
      chunks((all) => {
        const at = all.findIndex((chunk) => chunk.choices?.[0]?.delta?.tool_calls);
        if (at < 0) return all;
        const stray = {
          ...all[at]!,
          choices: [{ index: 0, delta: { content: '{"' }, finish_reason: null }],
        };
        return [...all.slice(0, at), stray, ...all.slice(at)];
      }),
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
    [
      'stream/call-id-each-fragment',
      '6',
      'each fragment of a call has a different id',
      (before) => {
        let serial = 0;
        return inChunks(
          CALL,
          present((call) => ({ ...(call as object), id: `call_${serial++}` })),
        )(before);
      },
    ],
    ['stream/call-id-missing', '2.3', 'calls have no id', inChunks(`${CALL}/id`, absent)],
    [
      'stream/call-id-late',
      '6',
      'the id of a call is in its last fragment',
      chunks((all) => {
        const last = all.findLastIndex((c) => c.choices?.[0]?.delta?.tool_calls);
        const id = all.find((c) => c.choices?.[0]?.delta?.tool_calls?.[0]?.id)?.choices[0].delta.tool_calls[0]
          .id;
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
      'the last fragment of the arguments is missing',
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
      'each fragment repeats all arguments so far',
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
  ]),
];
