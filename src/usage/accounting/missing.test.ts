import { describe, expect, test } from 'vitest';
import { exchange, streamExchange } from '../../testing/exchange.ts';
import { numberedCompletions, START } from '../../testing/numbered-completions.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { NOTHING, plus, type Totals } from '../measures.ts';
import { type Accounts, type EndpointTimeline, reducedDay } from './endpoint-timeline.ts';
import { counts, growsByOurs, noMore } from './judge/growth.ts';
import type { LiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';

const { plain, streamed, count } = numberedCompletions(20);
const own = (e: Exchange) => ownCompletion(e, 'thinker');
describe('what is missing', () => {
  const reading = (sums: Totals, at: number): LiveTotals => ({
    exchange: exchange({ id: `u${at}`, startedAt: START + at }),
    totals: sums,
    aggregate: undefined,
  });

  /** Accounts of a run whose totals grew by this. */
  function seen(run: Exchange[], growth: Totals): Accounts {
    const timeline: EndpointTimeline = {
      endpoint: 'summary',
      range: {},
      before: reading(NOTHING, -10),
      stillMs: 30_000,
      afterFirst: undefined,
      afterRun: reading(growth, 1e6),
      afterStream: undefined,
      afterRound: undefined,
      last: reading(growth, 1e6),
      settled: false,
      lagMs: 0,
      slowestMs: 0,
    };
    return {
      timelines: [timeline],
      leftOut: [],
      run: run.map(own),
      first: [],
      stream: [],
      round: [],
      steps: [],
    };
  }
  const run = [
    plain(10, 2),
    plain(11, 3),
    streamed(20, 5),
    plain(30, 8, { n: 2 }),
    plain(40, 7, { model: 'thinker' }),
    plain(50, 6, { tools: [{}] }),
  ];
  const all = totalsOf(161, 31, 6);

  test.each([
    ['nothing', all, undefined, undefined],
    ['streams', totalsOf(141, 26, 5), 'streamed', 'exactly the usage of the streamed completions'],
    [
      'the output of streams',
      totalsOf(161, 26, 6),
      'streamed',
      'exactly the output of the streamed completions',
    ],
    [
      'completions with tools',
      totalsOf(111, 25, 5),
      'tool-call',
      'exactly the usage of the completions with tools',
    ],
    [
      'several choices',
      totalsOf(131, 23, 5),
      'multi-choice',
      'exactly the usage of the multi-choice completions',
    ],
    [
      'the reasoning model',
      totalsOf(121, 24, 5),
      'reasoning',
      'exactly the usage of the reasoning completions',
    ],
    [
      'a token of each',
      totalsOf(155, 31, 6),
      undefined,
      'all requests are counted, and tokens are short for 1000 s, longer than any delay seen (0 s)',
    ],
  ])('%s', (_, growth, kind, why) => {
    const [found] = growsByOurs(seen(run, growth));
    expect(found?.kind).toBe(kind);
    expect(found?.why).toBe(why);
  });

  test('may only be late while no later completion is counted', () => {
    expect(counts('streamed', 30_000)(seen(run, totalsOf(141, 26, 5)))[0]?.as).toBe('inconclusive');
  });

  test.each([
    ['ours alone', all, false, []],
    ['others as well', plus(all, totalsOf(1, 1, 1)), false, ['inconclusive']],
    ['more, though nobody else is there', plus(all, totalsOf(9, 9, 9)), true, [undefined]],
  ])('%s', (_, growth, exclusive, as) => {
    expect(noMore({ accounts: seen(run, growth), exclusive }).map((f) => f.as)).toEqual(as);
  });

  test.each([
    ['no longer than a completion takes to be counted', 15_000, 'inconclusive'],
    ['longer than that', 25_000, undefined],
  ])('accuses nobody of more where the totals stood still for %s', (_, stillMs, as) => {
    const accounts = seen(run, plus(all, totalsOf(9, 9, 9)));
    const [timeline] = accounts.timelines as [EndpointTimeline];
    const lagging = { ...timeline, stillMs, afterFirst: reading(all, 20_000 + count()) };
    const judged = noMore({
      accounts: { ...accounts, first: run.map(own), timelines: [lagging] },
      exclusive: true,
    });
    expect(judged.map((finding) => finding.as)).toEqual([as]);
  });

  /** Accounts whose windows grew by these, one after the other: the run, a stream that tells nothing, a round. */
  function inWindows(sent: Exchange[], growth: readonly [Totals, Totals, Totals]): Accounts {
    const silent = streamExchange([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }], {
      request: { model: 'm', stream: true },
    });
    const [first, second, third] = growth.map((_, i) => growth.slice(0, i + 1).reduce(plus)) as Totals[];
    const accounts = seen(sent, first!);
    const [timeline] = accounts.timelines as [EndpointTimeline];
    const windows = { afterStream: reading(second!, 2e6), afterRound: reading(third!, 3e6) };
    return {
      ...accounts,
      timelines: [{ ...timeline, ...windows, last: reading(third!, 3e6) }],
      stream: [own(silent)],
      round: [own(plain(7, 4))],
    };
  }
  const one = totalsOf(7, 4, 1);
  const told = [plain(10, 2), plain(11, 3)];
  const both = totalsOf(21, 5, 2);

  test.each([
    ['ours, each in its window', [both, totalsOf(9, 3, 1), one], []],
    ['another one in the round', [both, totalsOf(9, 3, 1), totalsOf(9, 6, 2)], ['inconclusive']],
    ['one of ours in the round that was not in before', [totalsOf(10, 2, 1), one, totalsOf(18, 7, 2)], []],
    ['the input of something refused', [totalsOf(10, 2, 1), one, totalsOf(16, 4, 2)], ['inconclusive']],
  ] as const)('the windows of a run show %s', (_, growth, as) => {
    const judged = noMore({ accounts: inWindows(told, growth), exclusive: false });
    expect(judged.map((finding) => finding.as)).toEqual(as);
  });

  test.each([
    ['late itself', [both, totalsOf(14, 7, 2), one], []],
    ['in before, for one of the run that is late', [totalsOf(15, 4, 2), totalsOf(20, 6, 2), one], []],
    ['late, and another one with it', [both, totalsOf(14, 7, 3), one], ['inconclusive']],
    ['in before, as all of the run', [totalsOf(26, 7, 3), totalsOf(14, 7, 2), one], ['inconclusive']],
  ] as const)('a completion from before the first reading is %s', (_, growth, as) => {
    const early = { ...plain(5, 2), startedAt: START - 20 };
    const silent = inWindows([early, ...told], growth);
    const accounts = { ...silent, stream: [own(streamed(9, 5))] };
    expect(noMore({ accounts, exclusive: false }).map((finding) => finding.as)).toEqual(as);
  });

  test.each([
    ['for longer than the first ones took', 30_000, [undefined]],
    ['for less', 0, []],
  ])('an earlier completion excuses nothing where the totals stood still %s', (_, stillMs, as) => {
    const early = { ...plain(5, 2), startedAt: START - 20 };
    const accounts = inWindows([early, ...told], [totalsOf(21, 7, 2), totalsOf(9, 3, 1), one]);
    const [timeline] = accounts.timelines as [EndpointTimeline];
    const first = told.map(own);
    const timelines = [{ ...timeline, stillMs, afterFirst: reading(totalsOf(21, 7, 2), 20_000 + count()) }];
    expect(noMore({ accounts: { ...accounts, first, timelines }, exclusive: true }).map((f) => f.as)).toEqual(
      as,
    );
  });

  test.each([
    ['twice what was sent', totalsOf(42, 10, 4), '2 times ours, in both rounds'],
    ['and the handshake', totalsOf(52, 14, 6), '2 times ours, in both rounds'],
    ['and something else', totalsOf(43, 10, 5), undefined],
  ])('counted twice is %s', (_, grown, says) => {
    const early = { ...plain(5, 2), startedAt: START - 20 };
    const twice = totalsOf(14, 8, 2);
    const [finding] = noMore({
      accounts: inWindows([early, ...told], [grown, totalsOf(18, 6, 2), twice]),
      exclusive: true,
    });
    expect(String(finding?.actual).includes('in both rounds')).toBe(says !== undefined);
    if (says) expect(finding?.actual).toContain(says);
  });
});

describe('usage of others that becomes smaller', () => {
  const DAY_MS = 86_400_000;
  const reading = (at: number, days: readonly bigint[]): LiveTotals => ({
    exchange: exchange({ id: `u${at}`, startedAt: START + at }),
    totals: NOTHING,
    aggregate: undefined,
    days: new Map(days.map((count, i) => [i * DAY_MS, totalsOf(Number(count), 0, Number(count))])),
  });
  const reduced = (before: readonly bigint[], last: readonly bigint[]) =>
    reducedDay({
      timelines: [
        { endpoint: 'stats', before: reading(-10, before), last: reading(9, last) } as EndpointTimeline,
      ],
    });

  test.each([
    ['an earlier day', [5n, 9n], [4n, 12n], '1970-01-01'],
    ['an earlier day that is gone', [5n, 9n], [0n, 12n], '1970-01-01'],
    ['the latest day, which has the usage of the run', [5n, 9n], [5n, 8n], undefined],
    ['no day', [5n, 9n], [6n, 12n], undefined],
  ])('is seen in %s', (_, before, last, day) => expect(reduced(before, last)).toBe(day));
});
