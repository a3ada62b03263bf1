import { expect, test } from 'vitest';
import { exchange } from '../../../testing/exchange.ts';
import { totalsOf } from '../../../testing/totals-of.ts';
import { MEASURES, NOTHING, SUMMARY_MEMBER, type Totals } from '../../measures.ts';
import { ownCompletion } from '../own-completions.ts';
import { notInOtherOrganization } from './other-organization.ts';

const AT = Date.UTC(2026, 0, 15, 12);
function completion(at: number, input: number, output: number) {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return ownCompletion(exchange({ request: { model: 'm' }, body: { usage }, startedAt: AT + at }), undefined);
}

/** One that does not tell what it used. */
const silent = (at: number) =>
  ownCompletion(
    exchange({ request: { model: 'm' }, body: {}, billable: { tokens: 4, choices: 1 }, startedAt: AT + at }),
    undefined,
  );

const reading = (sums: Totals, at: number) => ({
  exchange: exchange({ startedAt: AT + at }),
  totals: sums,
  aggregate: undefined,
});

const summary = (sums: Totals) => ({
  exchange: exchange(),
  body: Object.fromEntries(MEASURES.map((m) => [SUMMARY_MEMBER[m], sums[m]])),
});

// One of the handshake before the first reading, and two of the run.
const run = [completion(-5, 5, 2), completion(10, 10, 2), completion(20, 11, 3)];

function found(run: readonly ReturnType<typeof completion>[], ours: Totals, theirs: Totals, areTwo = false) {
  const last = reading(ours, 1000);
  return notInOtherOrganization({
    before: summary(NOTHING),
    after: summary(theirs),
    areTwo,
    accounts: {
      timelines: [
        {
          endpoint: 'summary',
          range: {},
          before: reading(NOTHING, 0),
          stillMs: 0,
          afterFirst: undefined,
          afterRun: last,
          afterStream: undefined,
          afterRound: undefined,
          last,
          settled: true,
          lagMs: undefined,
          slowestMs: 0,
        },
      ],
      leftOut: [],
      run: [...run],
      first: [],
      stream: [],
      round: [],
      steps: [],
    },
  });
}

test.each([
  ['nothing, and ours lack nothing', totalsOf(21, 5, 2), NOTHING, false],
  ['what ours lack', NOTHING, totalsOf(21, 5, 2), true],
  ['what ours lack, and the handshake, which was counted late', NOTHING, totalsOf(26, 7, 3), true],
  ['the one of two that ours lack', totalsOf(10, 2, 1), totalsOf(11, 3, 1), true],
  ['something else', NOTHING, totalsOf(4, 2, 1), false],
])('the totals of another organization grow by %s', (_, ours, theirs, breached) => {
  expect(found(run, ours, theirs)).toHaveLength(breached ? 1 : 0);
});

test('totals of two organizations that grow alike by few requests leave it open whether both count them', () => {
  const told = (theirs: Totals, areTwo: boolean) =>
    found(run, totalsOf(21, 5, 2), theirs, areTwo).map(({ as }) => as);
  expect(told(totalsOf(21, 5, 2), true)).toEqual(['inconclusive']);
  expect(told(totalsOf(21, 5, 2), false)).toEqual([]);
  expect(told(totalsOf(20, 5, 2), true)).toEqual([]);
});

test('where no completion told what it used, growth there leaves open whose it is', () => {
  const told = (theirs: Totals) => found([silent(10), silent(20)], NOTHING, theirs).map(({ as }) => as);
  expect(told(totalsOf(21, 5, 2))).toEqual(['inconclusive']);
  expect(told(NOTHING)).toEqual([]);
});

const SEVEN = [completion(-5, 5, 2), ...Array.from({ length: 6 }, (_, i) => completion(10 + i, 10, 2))];
const SIX_COUNTED = totalsOf(60, 12, 6);

test.each([
  ['what ours did', SIX_COUNTED, true, 1],
  ['what ours did, and the one of before', totalsOf(65, 14, 7), true, 1],
  ['a token more', totalsOf(60, 13, 6), true, 0],
  ['what ours did, and it may be one organization', SIX_COUNTED, false, 0],
])('the totals of another organization grow by %s', (_, theirs, areTwo, breaches) => {
  expect(found(SEVEN, SIX_COUNTED, theirs, areTwo)).toHaveLength(breaches);
});

const tools = (at: number) => ({ ...completion(at, 31, 9), tools: true });
const BESIDE = [...SEVEN, ...Array.from({ length: 5 }, (_, i) => tools(40 + i))];
const ALL_COUNTED = totalsOf(215, 57, 11);

test.each([
  ['what those with tools reported', totalsOf(155, 45, 5), ALL_COUNTED, true, 1],
  ['the same, and ours lack it', totalsOf(155, 45, 5), SIX_COUNTED, true, 1],
  ['a token more', totalsOf(156, 45, 5), ALL_COUNTED, true, 0],
  ['the same, and it may be one organization', totalsOf(155, 45, 5), ALL_COUNTED, false, 0],
])('the totals of another organization grow by %s', (_, theirs, ours, areTwo, breaches) => {
  expect(found(BESIDE, ours, theirs, areTwo)).toHaveLength(breaches);
});
