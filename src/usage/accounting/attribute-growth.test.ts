import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import type { Totals } from '../measures.ts';
import { ownCompletion } from './own-completions.ts';
import { attributeGrowth } from './step-batch.ts';

const USAGE = [
  [50, 3],
  [61, 9],
  [72, 3],
  [83, 6],
] as const;
const NONE = totalsOf(0, 0, 0);

/** Steps of one completion, one each second. */
const steps = USAGE.map(([input, output], i) => [
  ownCompletion(
    exchange({
      request: { model: 'm' },
      body: {
        choices: [{ index: 0, finish_reason: 'length' }],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      },
      billable: { tokens: 4, choices: 1 },
      startedAt: i * 1000,
    }),
    undefined,
  ),
]);
const whole = (i: number) => totalsOf(USAGE[i]![0], USAGE[i]![1], 1);

/** Movements between readings every half second: their time in seconds, and their growth. */
const movements = (...of: [seconds: number, growth: Totals][]) =>
  of.map(([seconds, growth]) => {
    const from = Math.floor(seconds * 2) * 500;
    return { from, to: from + 510, growth };
  });

test.each<[string, [number, Totals][], Totals[]]>([
  [
    'all are counted after the same delay',
    [0, 1, 2, 3].map((i) => [15.2 + i, whole(i)]),
    [0, 1, 2, 3].map(whole),
  ],
  [
    'of each of them one token is missing',
    USAGE.map(([input, output], i) => [15.2 + i, totalsOf(input - 1, output, 1)]),
    USAGE.map(([input, output]) => totalsOf(input - 1, output, 1)),
  ],
  [
    'the output of one is missing',
    [
      [15.2, whole(0)],
      [16.2, totalsOf(61, 0, 1)],
      [17.2, whole(2)],
      [18.2, whole(3)],
    ],
    [whole(0), totalsOf(61, 0, 1), whole(2), whole(3)],
  ],
  [
    'one is not counted, and a part of the next one',
    [
      [15.2, whole(0)],
      [17.2, totalsOf(72, 0, 1)],
      [18.2, whole(3)],
    ],
    [whole(0), NONE, totalsOf(72, 0, 1), whole(3)],
  ],
  ['none is counted', [], [NONE, NONE, NONE, NONE]],
])('each movement belongs to one step: %s', (_, seen, expected) => {
  expect(attributeGrowth(steps, movements(...seen))).toEqual(expected);
});

test.each<[string, [number, Totals][]]>([
  ['all are counted at once', [[15.2, totalsOf(266, 21, 4)]]],
  [
    'two overtake each other',
    [
      [15.2, whole(0)],
      [16.2, whole(2)],
      [17.2, whole(1)],
      [18.2, whole(3)],
    ],
  ],
  [
    'one comes much later',
    [
      [15.2, whole(0)],
      [17.2, whole(2)],
      [18.2, whole(3)],
      [25.2, whole(1)],
    ],
  ],
  [
    'other usage shows between them',
    [
      [15.2, whole(0)],
      [15.8, totalsOf(7, 1, 1)],
      [16.2, whole(1)],
    ],
  ],
  ['a part of a single one, which may be any', [[16.2, totalsOf(40, 3, 1)]]],
])('growth is not attributed if %s', (_, seen) => {
  expect(attributeGrowth(steps, movements(...seen))).toBeUndefined();
});
