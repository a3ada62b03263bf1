import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import type { Totals } from '../measures.ts';
import { ownFewDays } from './few-days.ts';

const ONE_DAY = totalsOf(100, 40, 3);
const TWO_DAYS = totalsOf(230, 90, 8);
const NOTHING = totalsOf(0, 0, 0);
const THEIRS = totalsOf(17, 5, 2);

const told = (shown: Partial<Totals>, strange: readonly Totals[] = [THEIRS]) =>
  ownFewDays({
    exchange: exchange(),
    endpoint: 'summary',
    range: { start: '2026-01-10', end: '2026-01-11' },
    shown,
    own: [TWO_DAYS, ONE_DAY, NOTHING],
    strange,
  });

test.each([
  ['two days', TWO_DAYS, 0],
  ['one day, the end left out', ONE_DAY, 0],
  ['what both have on two days', totalsOf(247, 95, 10), 1],
  ['what both have on one day', totalsOf(117, 45, 5), 1],
  ['what the other one has', THEIRS, 1],
  ['something else, which other checks tell of', totalsOf(231, 90, 8), 0],
  ['too little to compare', { input_tokens: 247n, output_tokens: 95n }, 0],
])('a key is told %s', (_, shown, breaches) => {
  expect(told(shown)).toHaveLength(breaches);
});

test('nothing of another organization is no leak of it', () => {
  expect(told(totalsOf(231, 90, 8), [NOTHING])).toEqual([]);
});
