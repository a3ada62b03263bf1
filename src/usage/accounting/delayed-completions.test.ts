import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import { NOTHING, type Totals } from '../measures.ts';
import { knownDelayMs, lateDeadlineMs } from './awaited.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion, type Step } from './own-completions.ts';

const begun = Date.UTC(2026, 0, 15, 12);
const DEADLINE = 120_000;

const reading = (sums: Totals, at: number): LiveTotals => ({
  exchange: exchange({ startedAt: begun + at }),
  totals: sums,
  aggregate: undefined,
});

function completion(at: number) {
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
  return ownCompletion(exchange({ body: { usage }, startedAt: begun + at, endMs: 0 }), undefined);
}

const step = (at: number, requests: number): Step => ({
  name: 'plain',
  part: 'plain',
  own: [completion(at)],
  fresh: true,
  growth: { summary: totalsOf(10 * requests, 2 * requests, requests) },
});

/** Ten completions first, ten more in the run, five steps: so many of each are in the totals. */
function accounts(inFirst: number, inRun: number, inSteps: number, beside = 0): [Accounts, EndpointTimeline] {
  const first = Array.from({ length: 10 }, (_, i) => completion(i));
  const rest = Array.from({ length: 10 }, (_, i) => completion(50_000 + i));
  const steps = Array.from({ length: 5 }, (_, i) => step(100_000 + i, i < inSteps ? 1 : 0));
  const sums = (count: number) => totalsOf(10 * count, 2 * count, count);
  const timeline: EndpointTimeline = {
    endpoint: 'summary',
    range: {},
    before: reading(NOTHING, -1_000),
    stillMs: 0,
    afterFirst: reading(sums(inFirst), 40_000),
    afterRun: reading(sums(inRun + beside), 90_000),
    afterStream: undefined,
    afterRound: undefined,
    last: reading(sums(inRun + inSteps + beside), 150_000),
    settled: true,
    lagMs: undefined,
    slowestMs: 0,
  };
  const seen = {
    timelines: [timeline],
    leftOut: [],
    run: [...first, ...rest],
    first,
    stream: [],
    round: [],
    steps,
  };
  return [seen, timeline];
}

test.each<[string, [number, number, number, number?], number | undefined]>([
  ['nothing is missing: there is nothing to wait for', [10, 20, 5], undefined],
  ['many are missing: until the deadline of the first', [5, 10, 2], DEADLINE + 5_000],
  ['a few are missing: until the deadline of all', [10, 20, 3], 100_004 + DEADLINE],
  ['what was missing came late: until the deadline of all', [5, 20, 1], 100_004 + DEADLINE],
  ['refusals stand in the place of steps', [10, 20, 1, 4], DEADLINE + 5_000],
])('%s', (_, counted, until) => {
  const [seen] = accounts(...counted);
  expect(lateDeadlineMs(seen, DEADLINE)).toBe(until && begun + until);
});

test.each<[string, [number, number, number], number]>([
  ['all were there at once', [10, 20, 5], 0],
  ['what was missing came', [5, 20, 5], 90_000],
  ['what was missing stayed away', [5, 12, 5], 0],
])('how late some were counted: %s', (_, counted, late) => {
  expect(knownDelayMs(...accounts(...counted))).toBe(late);
});
