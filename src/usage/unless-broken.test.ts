import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { type CheckContext, Inconclusive, type Judge } from '../vocabulary/check.ts';
import { breach } from './judge/finding.ts';
import { unlessBroken } from './unless-broken.ts';

const judge: Judge<boolean> = (wrong) => (wrong ? [breach(exchange({}), 'body', 'this', 'that')] : []);
const beside = (...broken: string[]) =>
  unlessBroken(
    { stands: (id) => !broken.includes(id) } as CheckContext,
    ['usage/stats-range', 'usage/summary-range'],
    judge,
  );

test('what holds holds, whatever else is broken', () => {
  expect(beside()(false)).toEqual([]);
  expect(beside('usage/summary-range')(false)).toEqual([]);
});

test('what is wrong is told only where nothing else is', () => {
  expect(beside()(true)).toHaveLength(1);
  const blockedBy = (judged: Judge<boolean>) => {
    try {
      return judged(true);
    } catch (error) {
      return error instanceof Inconclusive ? error.blockedBy : error;
    }
  };
  expect(blockedBy(beside('usage/summary-range'))).toBe('usage/summary-range');
  expect(blockedBy(beside('usage/summary-range', 'usage/stats-range'))).toBe('usage/stats-range');
});
