import { expect, test } from 'vitest';
import { orderAsks } from './asked-again.ts';

test.each([
  [0, 2],
  [1, 2],
  [2, 10],
  [3, 7],
  [5, 5],
  [100, 2],
])('a list of %i records is asked for again %i times', (records, asks) => {
  expect(orderAsks(records)).toBe(asks);
  if (records > 1) expect(records ** -asks).toBeLessThan(1 / 1_000);
});
