import { expect, test } from 'vitest';
import { exchange } from '../../../testing/exchange.ts';
import { totalsOf } from '../../../testing/totals-of.ts';
import { NOTHING, type Totals } from '../../measures.ts';
import type { Accounts, EndpointTimeline } from '../endpoint-timeline.ts';
import { ownCompletion, type Step } from '../own-completions.ts';
import { overwritten } from './missing-growth.ts';

const START = Date.UTC(2026, 0, 15, 12);
const completion = (at: number, input: number, output: number, model: string) =>
  ownCompletion(
    exchange({
      request: { model },
      body: { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } },
      startedAt: START + at * 1000,
    }),
    undefined,
  );

/** Steps of one completion each: what it used, its model, and by how much the totals grew. */
function judged(list: readonly (readonly [input: number, output: number, growth: Totals, model?: string])[]) {
  const steps = list.map(
    ([input, output, growth, model = 'm'], i): Step => ({
      name: 'plain',
      part: `${i}`,
      own: [completion(i, input, output, model)],
      fresh: true,
      growth: { summary: growth },
    }),
  );
  const reading = { exchange: exchange({ startedAt: START - 1000 }), totals: NOTHING, aggregate: undefined };
  const timeline = { endpoint: 'summary', before: reading } as unknown as EndpointTimeline;
  const accounts: Accounts = {
    timelines: [timeline],
    leftOut: [],
    run: [],
    first: [],
    stream: [],
    round: [],
    steps,
  };
  return overwritten(accounts, timeline);
}

const FIRST = [20, 4, totalsOf(20, 4, 1)] as const;

test.each([
  [
    'three that take the place of the one before',
    [FIRST, [30, 5, totalsOf(10, 1, 1)], [25, 9, totalsOf(-5, 4, 1)], [40, 2, totalsOf(15, -7, 1)]],
    true,
  ],
  ['two of them', [FIRST, [30, 5, totalsOf(10, 1, 1)], [25, 9, totalsOf(-5, 4, 1)]], false],
  [
    'of another model between',
    [
      FIRST,
      [7, 7, totalsOf(7, 7, 1), 'n'],
      [30, 5, totalsOf(10, 1, 1)],
      [25, 9, totalsOf(-5, 4, 1)],
      [40, 2, totalsOf(15, -7, 1)],
    ],
    true,
  ],
  [
    'what is added up',
    [FIRST, [30, 5, totalsOf(30, 5, 1)], [25, 9, totalsOf(25, 9, 1)], [40, 2, totalsOf(40, 2, 1)]],
    false,
  ],
  ['what is not counted', [FIRST, [20, 4, NOTHING], [20, 4, NOTHING], [20, 4, NOTHING]], false],
] as const)('%s', (_, steps, expected) => {
  expect(judged(steps)).toBe(expected);
});
