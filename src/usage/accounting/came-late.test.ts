import { expect, test } from 'vitest';
import { exchange, streamExchange } from '../../testing/exchange.ts';
import { growsByOurs } from '../judge/growth.ts';
import { NOTHING, plus, type Totals } from '../measures.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';
import type { Step } from './trial.ts';

const begun = Date.UTC(2026, 0, 15, 12);

const totals = (input: number, output: number, requests: number): Totals => ({
  input_tokens: BigInt(input),
  output_tokens: BigInt(output),
  total_tokens: BigInt(input + output),
  total_requests: BigInt(requests),
});

const reading = (sums: Totals, at: number): LiveTotals => ({
  exchange: exchange({ id: `u${at}`, startedAt: begun + at }),
  totals: sums,
  aggregate: undefined,
});

function plain(input: number, output: number, at: number) {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const sent = { id: `e${at}`, request: { model: 'm' }, body: { usage }, startedAt: begun + at };
  return ownCompletion(exchange(sent), undefined);
}

const silent = ownCompletion(
  streamExchange([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }], {
    request: { model: 'm', stream: true },
  }),
  undefined,
);

const step = (at: number): Step => ({
  name: 'plain',
  part: 'plain',
  own: [plain(10, 20, at)],
  fresh: true,
  growth: { summary: totals(10, 20, 1) },
});

/** A first window that closed with one of two completions counted; later two of the kind are, ten seconds apart. */
function accounts(inRun: Totals) {
  const first = [plain(10, 2, 1), plain(11, 3, 2)];
  const timeline: EndpointTimeline = {
    endpoint: 'summary',
    range: {},
    before: reading(NOTHING, -10),
    stillMs: 30_000,
    afterFirst: reading(totals(10, 2, 1), 1e5),
    afterRun: reading(inRun, 1e6),
    afterStream: undefined,
    afterRound: undefined,
    last: reading(plus(inRun, totals(20, 40, 2)), 5e6),
    settled: true,
    lagMs: 0,
  };
  return {
    timelines: [timeline],
    leftOut: [],
    run: [...first, silent],
    first,
    stream: [],
    round: [],
    steps: [step(4e6), step(4.02e6)],
  };
}

test.each([
  ['came late where the whole run lacks none', 3, false],
  ['is lost where the whole run lacks one as well', 2, true],
])('a request that the first window lacks %s', (_, requests, decided) => {
  const [judged] = growsByOurs(accounts(totals(25, 6, requests)));
  expect(judged?.missing.total_requests).toBe(1n);
  expect(judged?.decided).toBe(decided);
});
