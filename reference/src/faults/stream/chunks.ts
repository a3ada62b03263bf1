import { chunks, inChunks } from '../../change/answers.ts';
import { absent, present, put } from '../../change/pointer.ts';
import type { Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

const D = '/choices/*/delta';

/** Whether a chunk carries a choice's end. */
export const ends = (chunk: Json): boolean =>
  chunk.choices?.some((c: Json) => c.finish_reason != null) ?? false;

/** Edits each choice of every chunk. */
export const eachChunkChoice = (edit: (choice: Json, chunk: Json, position: number) => Json) =>
  chunks((all) =>
    all.map((chunk, i) => ({
      ...chunk,
      choices: chunk.choices.map((choice: Json) => edit(choice, chunk, i)),
    })),
  );

/** The content of chunks: members, order, roles, ends, calls, usage. */
export const chunkShapes: readonly Fault[] = [
  ...faults('must', 'stream/* client/* tool/*', [
    [
      'stream/index-counts-chunks',
      '6',
      'the index of a choice is the number of the chunk',
      eachChunkChoice((choice, _, i) => ({ ...choice, index: i })),
    ],
    [
      'stream/n-only-first',
      '2.1',
      'only the first of several choices is streamed',
      chunks((all) => all.filter((c) => !c.choices?.[0]?.index)),
    ],
    ['stream/n-merged', '2.1', 'all choices are streamed with index 0', inChunks('/choices/*/index', put(0))],
    [
      'stream/n-one-more',
      '2.1',
      'a stream has one choice more than n',
      chunks((all) =>
        all.flatMap((chunk) =>
          ends(chunk) && chunk.choices[0].index === 0
            ? [chunk, { ...chunk, choices: [{ ...chunk.choices[0], index: 7 }] }]
            : [chunk],
        ),
      ),
    ],
  ]),
  ...faults('should', 'stream/* client/* tool/* format/* completion/*', [
    [
      'stream/text-after-ten-chunks-lost',
      '2.2',
      'text after the tenth chunk is lost',
      chunks((all) =>
        all.map((chunk, i) =>
          i > 10 && chunk.choices?.[0]?.delta?.content
            ? {
                ...chunk,
                choices: chunk.choices.map((c: Json) => ({ ...c, delta: { ...c.delta, content: '' } })),
              }
            : chunk,
        ),
      ),
      hidden('no text is longer than ten chunks', 'completion/four-tokens'),
    ],
    ['stream/object-missing', '6', 'chunks have no object member', inChunks('/object', absent)],
    [
      'stream/object-other',
      '6',
      'the object of chunks is chat.completion',
      inChunks('/object', put('chat.completion')),
    ],
    [
      'stream/id-changes',
      '6',
      'each chunk has a different id',
      chunks((all) => all.map((c, i) => ({ ...c, id: `${c.id}-${i}` }))),
    ],
    ['stream/id-missing', '6', 'chunks have no id', inChunks('/id', absent)],
    ['stream/id-number', '6', 'the id of chunks is a number', inChunks('/id', put(1))],
    [
      'stream/created-changes',
      '6',
      'created changes within a stream',
      chunks((all) => all.map((c, i) => ({ ...c, created: c.created + i }))),
    ],
    [
      'stream/created-milliseconds',
      '6',
      'created of chunks is in milliseconds',
      inChunks(
        '/created',
        present((v) => Number(v) * 1000),
      ),
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
      'stream/message-for-delta',
      '6',
      'chunks have message instead of delta',
      eachChunkChoice(({ delta, ...c }) => ({ ...c, message: delta })),
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
    [
      'stream/usage-zero-in-each-chunk',
      '6',
      'each chunk but the last reports a usage of 0',
      chunks((all) =>
        all.map((chunk, i) =>
          i === all.length - 1
            ? {
                ...chunk,
                usage: chunk.usage ?? { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
              }
            : { ...chunk, usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
        ),
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
      'the role is in the second delta',
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
      'stream/empty-content',
      '6',
      'streams have no content although the same request without streaming has',
      inChunks(`${D}/content`, absent),
    ],
  ]),
];
