import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { type Totals, totals } from '../measures.ts';
import { howNCounts, lagOf } from './counting-rules.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';

const reading = (at: Totals): LiveTotals => ({ exchange: exchange({}), totals: at }) as LiveTotals;
const sums = (input: bigint, output: bigint, requests: bigint): Totals => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  total_requests: requests,
});
const NONE = totals(() => 0n);

/** A completion with so many choices, of 10 tokens in and 4 out for each. */
const sent = (n: number) => {
  const usage = { prompt_tokens: 10, completion_tokens: 4 * n, total_tokens: 10 + 4 * n };
  return ownCompletion(exchange({ request: { n }, body: { choices: [], usage } }), undefined);
};

function choicesIn(growth: Totals) {
  const [before, after] = [reading(NONE), reading(growth)];
  const timeline = { before, afterRun: after, afterStream: before, afterRound: after } as EndpointTimeline;
  const round = [sent(1), sent(2)];
  return howNCounts(
    { round, run: [exchange({ status: 422 })].map((e) => ownCompletion(e, undefined)) } as Accounts,
    timeline,
  );
}

test.each([
  ['a request', sums(20n, 12n, 2n)],
  ['not seen', sums(106n, 20n, 3n)],
  ['not seen', sums(20n, 20n, 3n)],
])('%s: a request for two choices, beside one for one', (said, growth) => {
  expect(choicesIn(growth)).toBe(said);
});

const lagging = (lagMs: number | undefined, slowestMs: number) => ({ lagMs, slowestMs }) as EndpointTimeline;

test('a lag is the longest that was seen, of any endpoint, rounded up', () => {
  expect(lagOf([lagging(300, 1_530), lagging(900, 0)])).toBe('2 s or less');
  expect(lagOf([lagging(0, 0)])).toBe('0 s or less');
});

test('what was not in is not called later than any deadline', () => {
  expect(lagOf([lagging(undefined, 6_900), lagging(200, 0)])).toContain('some was not in');
  expect(lagOf([lagging(undefined, 6_900)])).toContain('7 s');
});
