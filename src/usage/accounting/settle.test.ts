import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { leapingClock } from '../../vocabulary/clock.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';
import { settle, type Waiting } from './settle.ts';

const SETTLE_MS = 30_000;
const ANSWER = { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } };

type Counted = readonly [input: number, output: number, requests: number];

const totals = (counted: Counted) => totalsOf(...counted);

/** Waits for four completions at a summary that shows `counted` so many milliseconds after them; how long that took. */
async function waited(
  counted: (ms: number) => Counted,
  part: Partial<Waiting> = {},
  slowestMs = 0,
): Promise<number> {
  const clock = leapingClock(Date.UTC(2026, 0, 15, 12));
  const begun = clock.now();
  const own = [1, 2, 3, 4].map(() =>
    ownCompletion(exchange({ request: { model: 'm' }, body: ANSWER, startedAt: begun }), undefined),
  );
  const send = async (): Promise<Exchange> => {
    const { input_tokens, output_tokens, total_tokens, total_requests } = totals(
      counted(clock.now() - begun),
    );
    const sums = {
      total_input_tokens: input_tokens,
      total_output_tokens: output_tokens,
      total_tokens,
      total_requests,
    };
    const body = Object.fromEntries(Object.entries(sums).map(([name, n]) => [name, Number(n)]));
    return exchange({ method: 'GET', body, startedAt: clock.now() });
  };
  const ask = {
    send,
    shared: (_: string, make: (a: Requester) => unknown) => make(ask),
  } as unknown as Requester;
  const before = { exchange: exchange({ startedAt: begun }), totals: totals([0, 0, 0]) } as LiveTotals;
  const timeline = { endpoint: 'summary', range: {}, before, last: before, slowestMs } as EndpointTimeline;
  const context = { clock, settings: { settleMs: SETTLE_MS } } as CheckContext;
  await settle(context, ask, { names: {} } as Discovered, {
    name: 'wait',
    timelines: [timeline],
    from: () => before.totals,
    own: () => own,
    until: begun + 300_000,
    ...part,
  });
  return Math.round((clock.now() - begun) / 1_000);
}

const EARLY = ownCompletion(exchange({ request: { model: 'm' }, body: ANSWER }), undefined);
const ALL: Counted = [40, 20, 4];
const NONE: Counted = [0, 0, 0];

test.each<[string, (ms: number) => Counted, Partial<Waiting>, least: number, most: number]>([
  ['all is there at once', () => ALL, {}, 0, 0],
  ['all is there after twenty seconds', (ms) => (ms < 20_000 ? NONE : ALL), {}, 20, 25],
  ['nothing comes: some count once a minute', () => NONE, {}, 65, 75],
  ['one is missing for good, and others follow', () => [30, 15, 3], { whole: true }, 30, 32],
  ['tokens are missing, and others follow', () => [40, 10, 4], { whole: true }, 30, 32],
  ['one is missing for good, after others were waited for', () => [30, 15, 3], {}, 30, 32],
  ['tokens are missing, every request is counted', () => [40, 10, 4], {}, 10, 12],
  [
    'what an earlier wait ended without is missing',
    () => [30, 15, 3],
    { lacking: () => totals([10, 5, 1]) },
    0,
    0,
  ],
  [
    'what came after ten seconds is beyond ours, and may be of others',
    (ms) => (ms < 10_000 ? NONE : [60, 30, 6]),
    {},
    20,
    30,
  ],
  [
    'what came after ten seconds is that of earlier completions too',
    (ms) => (ms < 10_000 ? NONE : [60, 30, 6]),
    { early: () => [1, 2].map(() => EARLY) },
    10,
    15,
  ],
  [
    'earlier completions came, and one of ours did not yet',
    (ms) => (ms < 10_000 ? NONE : ms < 16_000 ? [50, 25, 5] : [60, 30, 6]),
    { early: () => [1, 2].map(() => EARLY) },
    16,
    21,
  ],
  ['more is missing than that', () => [20, 10, 2], { lacking: () => totals([10, 5, 1]) }, 5, 7],
])('%s', async (_, counted, part, least, most) => {
  const seconds = await waited(counted, part);
  expect(seconds).toBeGreaterThanOrEqual(least);
  expect(seconds).toBeLessThanOrEqual(most);
});

test('waits as long again as a service was seen to take, where something is missing', async () => {
  const again = { lacking: () => totals([10, 5, 1]) };
  expect(await waited(() => [20, 10, 2], again, 20_000)).toBeGreaterThanOrEqual(31);
  expect(await waited(() => ALL, again, 20_000)).toBe(0);
});

test('learns how long a service takes', async () => {
  let learnt: EndpointTimeline | undefined;
  const from = (timeline: EndpointTimeline) => {
    learnt = timeline;
    return totals([0, 0, 0]);
  };
  await waited((ms) => (ms < 9_000 ? NONE : ALL), { from });
  expect(learnt?.slowestMs).toBeGreaterThanOrEqual(9_000);
  expect(learnt?.slowestMs).toBeLessThan(18_000);
});
