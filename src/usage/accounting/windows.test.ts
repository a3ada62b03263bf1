import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import { NOTHING, type Totals } from '../measures.ts';
import { type Accounts, begin } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';
import { shortBehindEarly, windowsShort } from './windows.ts';

const completed = (id: string, startedAt: number, n = 1) =>
  ownCompletion(
    exchange({
      id,
      startedAt,
      request: { model: 'm', n },
      body: { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
      billable: { tokens: 4, choices: 1 },
    }),
    undefined,
  );

/** One completion before the first reading and one after it, and what the totals then grew by. */
function accountsWith(growth: Totals, choices = 1): Accounts {
  const reading = (totals: Totals): LiveTotals => ({
    exchange: exchange({ id: 'u1', startedAt: 1_000, endMs: 10 }),
    totals,
    aggregate: undefined,
  });
  const timelines = begin({ summary: { range: {}, reading: reading(NOTHING), stillMs: 0 } });
  for (const timeline of timelines) timeline.last = reading(growth);
  const run = [completed('e1', 500), completed('e2', 2_000, choices)];
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

test('where a request for three choices counts as three, what came late may hide what is missing', () => {
  const [full, short] = [totalsOf(20, 4, 4), totalsOf(18, 4, 4)].map((growth) => accountsWith(growth, 3));
  expect(shortBehindEarly(full!, full!.timelines[0]!)).toBe(false);
  expect(shortBehindEarly(short!, short!.timelines[0]!)).toBe(true);
});

test('what came late from before the first reading may hide what the first window lacks', () => {
  const accounts = accountsWith(totalsOf(10, 2, 1));
  const [timeline] = accounts.timelines;
  accounts.first = accounts.run.slice(1);
  timeline!.afterFirst = timeline!.before;
  expect(shortBehindEarly(accounts, timeline!)).toBe(true);
});
