import { expect, test } from 'vitest';
import { exchange } from '../../../testing/exchange.ts';
import { totalsOf } from '../../../testing/totals-of.ts';
import type { Totals } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import { ownCompletion } from '../own-completions.ts';
import { isDelayedUsageSwap } from './growth.ts';

const completed = (id: string, input: number, output: number) =>
  ownCompletion(
    exchange({
      id,
      request: { model: 'm' },
      body: {
        choices: [],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      },
      billable: { tokens: 4, choices: 1 },
    }),
    undefined,
  );
const own = [completed('e1', 10, 2), completed('e2', 11, 3)];
const early = [completed('e3', 20, 30)];
const window = (growth: Totals) => ({ name: 'in the run', own, growth, bounds: boundsOf(own) });

test.each([
  ['all of ours', totalsOf(21, 5, 2), false],
  ['all of ours, and the earlier one', totalsOf(41, 35, 3), true],
  ['the earlier one in the place of one of ours', totalsOf(31, 33, 2), true],
  ['all of ours, and more tokens than they told', totalsOf(21, 15, 2), false],
  ['the earlier one alone', totalsOf(20, 30, 1), true],
  ['another one of as many tokens, in input alone', totalsOf(41, 5, 3), false],
])('a growth that is %s', (_, growth, came) => {
  expect(isDelayedUsageSwap(window(growth), early)).toBe(came);
});
