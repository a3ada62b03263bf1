import { chunks, inChunks } from '../../change/answers.ts';
import { isObject, put } from '../../change/pointer.ts';
import type { Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { eachChunkChoice, ends } from './chunks.ts';

/** A usage chunk as OpenAI sends it, at a wrong position or with wrong values. */
const usageChunk = (all: Json[], numbers: [number, number, number]): Json => ({
  ...all[0],
  choices: [],
  usage: { prompt_tokens: numbers[0], completion_tokens: numbers[1], total_tokens: numbers[2] },
});

/** Each choice again, with only a finish_reason. */
const stoppedAgain = (all: Json[]): Json[] => {
  const indices = new Set(all.flatMap(({ choices = [] }) => choices.map((choice: Json) => choice.index)));
  return [...indices].map((index) => ({ index, delta: {}, finish_reason: 'stop' }));
};

const withoutUsage = (all: Json[]): Json[] =>
  all.filter((chunk) => chunk.choices?.length > 0 || !chunk.usage).map(({ usage: _, ...chunk }) => chunk);

/** Ends of choices in streams, and the final usage. */
export const endings: readonly Fault[] = [
  ...faults('must', 'stream/served client/*', [
    [
      'stream/error-beside-tools',
      '4.1',
      'a stream with tools contains an error after its first chunk',
      (before) => ({
        payloads: (all, request) => {
          const made = before.payloads(all, request);
          const { json } = request;
          if (!isObject(json) || json.tools === undefined) return made;
          return [made[0]!, '{"error":{"message":"tool parser failed","type":"server_error"}}', '[DONE]'];
        },
      }),
    ],
    [
      'stream/error-instead-of-seeded',
      '4.1',
      'a stream with a seed contains only an error',
      (before) => ({
        payloads: (all, request) => {
          const made = before.payloads(all, request);
          const seeded = isObject(request.json) && request.json.seed !== undefined;
          return seeded ? ['{"error":{"message":"no sampler for seeds"}}', '[DONE]'] : made;
        },
      }),
    ],
    [
      'stream/error-instead',
      '4.1',
      'every stream contains only an error',
      () => ({
        payloads: () => ['{"error":{"message":"worker not ready","type":"server_error"}}', '[DONE]'],
      }),
    ],
    [
      'stream/error-at-the-end',
      '4.1',
      'every stream has an error in place of the usage chunk',
      (before) => ({
        payloads: (all, request) => [
          ...before.payloads(all, request).filter((payload) => payload !== '[DONE]'),
          '{"error":{"message":"usage is not available"}}',
          '[DONE]',
        ],
      }),
    ],
  ]),
  ...faults('should', 'stream/* client/* tool/* format/* completion/* logprobs/*', [
    [
      'stream/finish-never',
      '6',
      'no choice gets a finish_reason',
      inChunks('/choices/*/finish_reason', put(null)),
    ],
    [
      'stream/finish-twice',
      '6',
      'finish_reason is in two chunks',
      chunks((all) => all.flatMap((c) => (ends(c) ? [c, c] : [c]))),
    ],
    [
      'stream/finish-again-with-usage',
      '6',
      'the usage chunk repeats finish_reason stop for every choice',
      chunks((all) => all.map((chunk) => (chunk.usage ? { ...chunk, choices: stoppedAgain(all) } : chunk))),
      hidden('no chunk reports the usage', 'stream/usage-none'),
    ],
    [
      'stream/finish-everywhere',
      '6',
      'every chunk has finish_reason stop',
      eachChunkChoice((c) => ({ ...c, finish_reason: 'stop' })),
    ],
    [
      'stream/finish-null-string',
      '6',
      'finish_reason is the string "null" until the end',
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
      eachChunkChoice((c) => (c.index > 0 ? { ...c, finish_reason: null } : c)),
    ],
    [
      'stream/deltas-swapped',
      '6',
      'finish_reason precedes the last delta of a choice',
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
      'a stream cut by the limit has finish_reason stop',
      inChunks('/choices/*/finish_reason', (v) => (v === 'length' ? 'stop' : v)),
      hidden('a model that ends by itself before the limit reports stop', 'completion/four-tokens'),
    ],
    [
      'stream/usage-first',
      '6',
      'the usage chunk is the first chunk',
      chunks((all) => [usageChunk(all, [5, 3, 8]), ...withoutUsage(all)]),
    ],
    [
      'stream/usage-sum-wrong',
      '6',
      'total_tokens of the usage chunk is wrong',
      chunks((all) => [...withoutUsage(all), usageChunk(all, [5, 3, 9])]),
    ],
    [
      'stream/usage-doubtful-and-uncut',
      '6',
      'total_tokens of the usage chunk is wrong, and finish_reason is never length',
      chunks((all) => [
        ...withoutUsage(all).map((chunk) => ({
          ...chunk,
          choices: chunk.choices.map((choice: Json) =>
            choice.finish_reason === 'length' ? { ...choice, finish_reason: 'stop' } : choice,
          ),
        })),
        usageChunk(all, [5, 3, 9]),
      ]),
    ],
    [
      'stream/usage-strings',
      '6',
      'the counts of the usage chunk are strings',
      chunks((all) => [
        ...withoutUsage(all),
        {
          ...usageChunk(all, [5, 3, 8]),
          usage: { prompt_tokens: '5', completion_tokens: '3', total_tokens: '8' },
        },
      ]),
    ],
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
      'stream/delta-missing-at-end',
      '6',
      'the last chunk has no delta',
      eachChunkChoice((c, chunk) => (ends(chunk) ? { ...c, delta: undefined } : c)),
    ],
    [
      'stream/delta-null-at-end',
      '6',
      'the last chunk has delta: null',
      eachChunkChoice((c, chunk) => (ends(chunk) ? { ...c, delta: null } : c)),
    ],
  ]),
];
