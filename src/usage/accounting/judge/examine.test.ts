import { describe, expect, test } from 'vitest';
import { eventStream, exchange } from '../../../testing/exchange.ts';
import { totalsOf } from '../../../testing/totals-of.ts';
import type { Exchange } from '../../../vocabulary/exchange.ts';
import { NOTHING, plus, type Totals } from '../../measures.ts';
import type { Accounts, EndpointTimeline } from '../endpoint-timeline.ts';
import type { LiveTotals } from '../live-totals.ts';
import { ownCompletion, type Step } from '../own-completions.ts';
import type { StepName } from '../requests.ts';
import { examine } from './examine.ts';
import { mayBeLate } from './explain.ts';
import { missingGrowth } from './missing-growth.ts';

const start = Date.UTC(2026, 0, 15, 12);
let serial = 0;

function completion(input: number, output: number, atSeconds: number, more: object = {}): Exchange {
  return exchange({
    id: `e${++serial}`,
    request: { model: 'm', ...more },
    body: {
      choices: [{ index: 0, finish_reason: 'length' }],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    },
    billable: { tokens: 4, choices: 1 },
    startedAt: start + atSeconds * 1000,
  });
}

const silent = (atSeconds: number): Exchange =>
  exchange({
    id: `e${++serial}`,
    request: { model: 'm', stream: true },
    headers: { 'content-type': 'text/event-stream' },
    body: eventStream([{ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }]),
    billable: { tokens: 4, choices: 1 },
    startedAt: start + atSeconds * 1000,
  });

const refused = (atSeconds: number): Exchange =>
  exchange({
    id: `e${++serial}`,
    request: { model: 'm' },
    status: 503,
    billable: { tokens: 4, choices: 1 },
    startedAt: start + atSeconds * 1000,
  });

const own = (e: Exchange) => ownCompletion(e, undefined);
const step = (sent: Exchange[], growth: Totals, more: Partial<Step> = {}): Step => ({
  name: 'plain' as StepName,
  part: 'cut',
  own: sent.map(own),
  fresh: true,
  growth: { summary: growth },
  ...more,
});

const reading = (sums: Totals): LiveTotals => ({
  exchange: exchange({ startedAt: start }),
  totals: sums,
  aggregate: undefined,
});

/** Accounts of a run without completions of its own, and a trial of these steps; `stray` moved with them. */
function tried(steps: Step[], stray = NOTHING): { accounts: Accounts; timeline: EndpointTimeline } {
  const grown = steps.reduce((sum, one) => plus(sum, one.growth.summary ?? NOTHING), stray);
  const timeline: EndpointTimeline = {
    endpoint: 'summary',
    range: {},
    before: reading(NOTHING),
    stillMs: 0,
    afterFirst: undefined,
    afterRun: reading(NOTHING),
    afterStream: undefined,
    afterRound: undefined,
    last: reading(grown),
    settled: true,
    lagMs: undefined,
    slowestMs: 0,
  };
  return {
    timeline,
    accounts: { timelines: [timeline], leftOut: [], run: [], first: [], stream: [], round: [], steps },
  };
}

const pair = (growth = totalsOf(50, 4, 1)) => [
  step([completion(50, 4, 1)], growth),
  step([completion(50, 4, 12)], growth),
];

describe('a trial', () => {
  test.each([
    ['two that are counted', pair(), 1, 0],
    ['two that are counted in part', pair(totalsOf(50, 2, 1)), 1, 2],
    ['two that are counted without their input', pair(totalsOf(0, 4, 1)), 1, 2],
    ['two that are not counted', pair(NOTHING), 0, 0],
    ['two of which the total is left', pair({ ...totalsOf(50, 4, 1), total_tokens: 0n }), 1, 2],
    [
      'two that were sent together',
      [...pair().slice(0, 1), step([completion(50, 4, 5)], totalsOf(50, 4, 1))],
      0,
      0,
    ],
    [
      'one that was refused for the moment and sent again',
      [
        step([refused(0), completion(50, 4, 1)], totalsOf(50, 4, 1)),
        step([completion(50, 4, 12)], totalsOf(50, 4, 1)),
      ],
      1,
      0,
    ],
    ['one of three that is lost', [...pair(), step([completion(50, 4, 20)], NOTHING)], 1, 1],
    [
      'what is lost is of another kind',
      [...pair(), step([completion(60, 8, 3, { n: 2 })], NOTHING, { name: 'multi-choice' })],
      1,
      0,
    ],
    [
      'what was said before, its input booked apart',
      [...pair(), step([completion(50, 4, 3)], totalsOf(0, 4, 1), { fresh: false })],
      1,
      0,
    ],
    [
      'what was said before, not counted at all',
      [...pair(), step([completion(50, 4, 3)], NOTHING, { fresh: false })],
      1,
      1,
    ],
    [
      'streams that do not say what they used',
      [step([silent(1)], totalsOf(50, 4, 1)), step([silent(12)], totalsOf(50, 4, 1))],
      1,
      0,
    ],
  ] as const)('%s', (_, steps, kinds, lacking) => {
    const { accounts, timeline } = tried([...steps]);
    const found = examine(accounts, timeline);
    expect([found.seen.size, found.lacking.length, found.quiet]).toEqual([kinds, lacking, true]);
  });

  test.each([
    ['beside which others are counted', tried(pair(totalsOf(50, 2, 1)), totalsOf(11, 7, 1))],
    [
      'in whose steps more is counted than was sent',
      tried([...pair(), step([completion(9, 4, 2)], totalsOf(20, 8, 2))]),
    ],
  ])('%s decides nothing', (_, { accounts, timeline }) => {
    expect(examine(accounts, timeline).quiet).toBe(false);
    expect(missingGrowth(accounts, timeline)?.decided ?? false).toBe(false);
  });

  test.each([
    ['plain', undefined],
    ['multi-choice', 'multi-choice'],
    ['concurrent', 'concurrent'],
  ] as const)('whose steps %s alone are short is told by the check of that kind', (name, kind) => {
    const lost = step([completion(50, 4, 2), completion(60, 4, 2)], totalsOf(50, 4, 1), { name });
    const { accounts, timeline } = tried([...pair(), lost]);
    expect(missingGrowth(accounts, timeline)).toMatchObject({
      kind,
      decided: true,
      missing: totalsOf(60, 4, 1),
    });
  });
});

test.each([
  ['nothing else', [completion(10, 2, 0)], totalsOf(10, 2, 1), true],
  ['both of two', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(30, 5, 2), true],
  ['one of two', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(20, 3, 1), true],
  ['one, and input booked apart', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(17, 2, 1), true],
  ['one, and more input than that', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(18, 2, 1), false],
  ['a part of one', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(20, 1, 1), false],
  ['the output of one', [completion(10, 2, 0), completion(20, 3, 0)], totalsOf(5, 2, 1), false],
  ['none', [], totalsOf(20, 2, 1), false],
])('what is missing may be late: %s', (_, late, missing, answer) => {
  expect(mayBeLate(missing, late.map(own), { apart: new Set([0n, 7n]) })).toBe(answer);
});

test.each([
  ['as many requests', 2, 0, true],
  ['more requests than tokens tell', 3, 0, false],
  ['fewer requests, which nothing covers', 1, 0, false],
  ['fewer requests, which others cover', 1, 1, true],
  ['no request, as tokens may be booked later', 0, 0, true],
])('two completions may be late where %s are missing', (_, requests, covered, answer) => {
  const late = [completion(10, 2, 0), completion(20, 3, 0)].map(own);
  expect(mayBeLate(totalsOf(30, 5, requests), late, { covered })).toBe(answer);
});

test('among too many sums there may be any', () => {
  const late = Array.from({ length: 24 }, (_, i) => own(completion(2 ** i, 1, 0)));
  expect(mayBeLate(totalsOf(2 ** 25, 30, 1), late)).toBe(true);
  expect(mayBeLate(totalsOf(5, 1, 1), late)).toBe(false);
});

test('a kind that is counted steps later is not seen by what an earlier one of it used', () => {
  const sent = [
    completion(60, 4, 0, { n: 2 }),
    completion(67, 6, 130, { n: 2 }),
    completion(64, 8, 260, { n: 2 }),
  ];
  const growths = [NOTHING, totalsOf(60, 4, 1), totalsOf(67, 6, 1)];
  const { accounts, timeline } = tried(sent.map((one, i) => step([one], growths[i]!)));
  const { seen, lacking } = examine(accounts, timeline);
  expect(seen.size).toBe(0);
  expect(lacking).toEqual([]);
});

test('a kind of which only a part is counted is seen all the same', () => {
  const sent = [
    completion(60, 4, 0, { n: 2 }),
    completion(67, 6, 130, { n: 2 }),
    completion(64, 8, 260, { n: 2 }),
  ];
  const growths = [totalsOf(60, 2, 1), totalsOf(67, 3, 1), totalsOf(64, 4, 1)];
  const { accounts, timeline } = tried(sent.map((one, i) => step([one], growths[i]!)));
  expect(examine(accounts, timeline).lacking).toHaveLength(3);
});
