import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Finding } from '../vocabulary/check.ts';
import { Inconclusive, ValidRequestRefused } from '../vocabulary/undecidable.ts';
import { expectAnswer, orBlockedBy, type RequiredAnswer } from './required-answer.ts';

const outcome = (status: number, due: RequiredAnswer | undefined) => {
  try {
    expectAnswer(exchange({ status, body: {} }), due);
    return 'taken';
  } catch (error) {
    return error instanceof ValidRequestRefused ? 'a finding' : String(error);
  }
};

describe('what a good request is owed', () => {
  test.each([
    [200, 'answer', 'taken'],
    [400, 'answer', 'a finding'],
    [404, 'answer', 'a finding'],
    [429, 'answer', 'taken'],
    [500, 'answer', 'a finding'],
    [503, 'answer', 'taken'],
    [524, 'answer', 'taken'],
    [422, 'no-error', 'taken'],
    [500, 'no-error', 'a finding'],
    [501, 'no-error', 'a finding'],
    [500, undefined, 'taken'],
  ] as const)('%i where %s is owed: %s', (status, due, told) => {
    expect(outcome(status, due)).toBe(told);
  });

  test('a body that broke off is judged elsewhere', () => {
    const broken = { ...exchange({ status: 500 }), failure: { kind: 'cut', message: 'cut' } as const };
    expect(() => expectAnswer(broken, 'answer')).not.toThrow();
  });
});

test('what another check judges is a doubt that names it', () => {
  const finding: Finding = { expected: 'a', actual: 'b', place: 'status', exchanges: ['e1'] };
  const left = orBlockedBy('usage/summary-range');
  expect(() => left(new ValidRequestRefused(finding))).toThrow(Inconclusive);
  expect(() => left(new TypeError('ours'))).toThrow(TypeError);
});
