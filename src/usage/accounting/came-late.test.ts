import { expect, test } from 'vitest';
import { exchange, streamExchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import { NOTHING, plus, type Totals } from '../measures.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import { growsByOurs } from './judge/growth.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion, type Step } from './own-completions.ts';

const begun = Date.UTC(2026, 0, 15, 12);

const reading = (sums: Totals, at: number): LiveTotals => ({
  exchange: exchange({ id: `u${at}`, startedAt: begun + at }),
  totals: sums,
  aggregate: undefined,
});

function completion(input: number, output: number, at: number, n = 1) {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const sent = { id: `e${at}`, request: { model: 'm', n }, body: { usage }, startedAt: begun + at };
  return ownCompletion(exchange(sent), undefined);
}

const silent = ownCompletion(
  streamExchange([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }], {
    request: { model: 'm', stream: true },
  }),
  undefined,
);

const plain = (at: number): Step => ({
  name: 'plain',
  part: 'plain',
  own: [completion(10, 20, at)],
  fresh: true,
  growth: { summary: totalsOf(10, 20, 1) },
});

const twoChoices = (at: number, requests: number): Step => ({
  name: 'multi-choice',
  part: 'two choices',
  own: [completion(12, 6, at, 2)],
  fresh: true,
  growth: { summary: totalsOf(12, 6, requests) },
});

/** A first window that closed with one of two completions counted in tokens; later two of each kind are, ten seconds apart. */
function accounts(inFirst: Totals, inRun: Totals, requestsOfChoices: number): Accounts {
  const first = [completion(10, 2, 1, 2), completion(11, 3, 2)];
  const steps = [
    plain(4e6),
    twoChoices(4.01e6, requestsOfChoices),
    plain(4.02e6),
    twoChoices(4.03e6, requestsOfChoices),
  ];
  const timeline: EndpointTimeline = {
    endpoint: 'summary',
    range: {},
    before: reading(NOTHING, -100),
    stillMs: 30_000,
    afterFirst: reading(inFirst, 1e5),
    afterRun: reading(inRun, 1e6),
    afterStream: undefined,
    afterRound: undefined,
    last: reading(plus(inRun, totalsOf(44, 52, 2 + 2 * requestsOfChoices)), 5e6),
    settled: true,
    lagMs: 0,
    slowestMs: 0,
  };
  return {
    timelines: [timeline],
    leftOut: [],
    run: [...first, silent],
    first,
    stream: [],
    round: [],
    steps,
  };
}

test.each([
  ['a request that the whole run shows came late', 1, 3, 1, false],
  ['a request that the whole run lacks as well is lost', 1, 2, 1, true],
  ['a choice that counts may stand in the place of a request', 2, 4, 2, false],
  ['tokens are lost where each request is there, and choices count for nothing', 2, 3, 1, true],
  ['tokens are lost where each choice is there', 3, 4, 2, true],
])('%s', (_, inFirst, inRun, requestsOfChoices, decided) => {
  const sums = accounts(totalsOf(10, 2, inFirst), totalsOf(25, 6, inRun), requestsOfChoices);
  const [judged] = growsByOurs(sums);
  expect(judged?.missing).toMatchObject({ input_tokens: 11n, output_tokens: 3n });
  expect(judged?.decided).toBe(decided);
});
