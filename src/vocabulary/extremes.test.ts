import { expect, test } from 'vitest';
import { greatest, least } from './extremes.ts';

test.each([
  ['none', [], Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ['some', [3, -1, 2], -1, 3],
  ['more than a call takes arguments', Array.from({ length: 500_000 }, (_, i) => i), 0, 499_999],
])('the extremes of %s', (_, numbers, low, high) => {
  expect([least(numbers), greatest(numbers)]).toEqual([low, high]);
});
