import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { NOTHING, type Totals } from '../measures.ts';
import { totalsOf } from '../totals-of.ts';
import { type Accounts, begin } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';
import { shortBehindEarly, windowsShort } from './windows.ts';

const completed = (id: string, startedAt: number) =>
  ownCompletion(
    exchange({
      id,
      startedAt,
      request: { model: 'm' },
      body: { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
      billable: { tokens: 4, choices: 1 },
    }),
    undefined,
  );

/** One completion before the first reading and one after it, and what the totals then grew by. */
function accountsWith(growth: Totals): Accounts {
  const reading = (totals: Totals): LiveTotals => ({
    exchange: exchange({ id: 'u1', startedAt: 1_000, endMs: 10 }),
    totals,
    aggregate: undefined,
  });
  const timelines = begin({ summary: { range: {}, reading: reading(NOTHING), stillMs: 0 } });
  for (const timeline of timelines) timeline.last = reading(growth);
  const run = [completed('e1', 500), completed('e2', 2_000)];
  return { timelines, leftOut: [], run, first: [], stream: [], round: [], steps: [] };
}

test.each([
  ['both are counted in full', totalsOf(20, 4, 2), false, false],
  ['the earlier one was in the first reading', totalsOf(10, 2, 1), false, false],
  ['both are counted, and input of both is missing', totalsOf(18, 4, 2), true, true],
  ['more requests are counted than both', totalsOf(18, 4, 4), false, false],
  ['the later one is counted in part', totalsOf(9, 2, 1), false, true],
])(
  'what came late from before the first reading may hide what is missing: %s',
  (_, growth, hidden, short) => {
    const accounts = accountsWith(growth);
    expect(shortBehindEarly(accounts, accounts.timelines[0]!)).toBe(hidden);
    expect(windowsShort(accounts)).toBe(short);
  },
);
