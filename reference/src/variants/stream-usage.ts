import type { Change } from '../behaviour.ts';
import { chunks } from '../change/answers.ts';
import type { Json } from '../completion-types.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** Streams without what they used. */
export const withoutStreamUsage: Change = chunks((all) =>
  all.filter((c) => c.choices?.length > 0).map(({ usage: _, ...c }) => c),
);

/** Where streams tell their usage (6). */
export const streamUsage: readonly Variant[] = [
  ...variants('stream-usage', [
    ['stream/usage-none', '6', 'streams report no usage', withoutStreamUsage],
    [
      'stream/usage-chunk',
      '6',
      'a last chunk without choices reports the usage',
      chunks((all) => {
        const usage = all.findLast((c) => c.usage)?.usage ?? {
          prompt_tokens: 5,
          completion_tokens: 3,
          total_tokens: 8,
        };
        return [
          ...all.filter((c) => c.choices?.length > 0).map(({ usage: _, ...c }) => c),
          { ...all[0], choices: [], usage },
        ];
      }),
    ],
    [
      'stream/usage-null',
      '6',
      'chunks have usage: null until the last',
      chunks((all) => all.map((c) => ({ usage: null, ...c }))),
    ],
    [
      'stream/usage-with-end',
      '6',
      'the chunk with the finish_reason reports the usage',
      chunks((all) => {
        const usage = all.findLast((c) => c.usage)?.usage;
        const bare = all.filter((c) => c.choices?.length > 0).map(({ usage: _, ...c }): Json => c);
        return usage ? bare.map((c, i) => (i === bare.length - 1 ? { ...c, usage } : c)) : bare;
      }),
    ],
  ]),
];
