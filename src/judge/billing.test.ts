import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { refusedWith402 } from './billing.ts';

test.each([
  [402, 200, 'held'],
  [402, 402, 'held'],
  [200, 200, 'fail'],
  [403, 200, 'fail'],
  [429, 200, 'fail'],
  [500, 402, 'fail'],
  [401, 401, 'inconclusive'],
  [401, 403, 'inconclusive'],
  [302, 200, 'warn'],
])('completion %i, usage %i: %s', (completion, usage, expected) => {
  const found = refusedWith402({
    completion: exchange({ status: completion }),
    usage: exchange({ id: 'e2', status: usage }),
  });
  expect(found.map((f) => f.as ?? 'fail').join() || 'held').toBe(expected);
});
