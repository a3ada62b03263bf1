import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Inconclusive } from '../../vocabulary/check.ts';
import { notFollowed } from './endpoint-timeline.ts';

const redirect = exchange({ id: 'e7', status: 307 });
const leftOut = [
  { endpoint: 'stats', error: new Inconclusive('no records came', [redirect], 'path/stats') } as const,
];

test('why an endpoint was not followed is told with its exchanges and the check to blame', () => {
  const error = notFollowed({ leftOut }, 'stats');
  expect(error.message).toBe('the stats could not be followed: no records came');
  expect(error.exchanges).toEqual([redirect]);
  expect(error.blockedBy).toBe('path/stats');
});

test('nothing is made up of an endpoint of which nothing is known', () => {
  const error = notFollowed({ leftOut }, 'export');
  expect(error.message).toBe('the export could not be followed');
  expect([error.exchanges, error.blockedBy]).toEqual([[], undefined]);
});
