import { expect, test } from 'vitest';
import { LIMITS } from '../../src/requests/single.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import { fullDraws } from './drawn.ts';

test.for([1, 2, 3, 4, 5, 6, 7])('every wrong type for a number is drawn with seed %i', (seed) => {
  const draws = fullDraws({ model: 'm', settings: { seed } } as CheckContext);
  const sent = draws
    .filter(({ constraint: { keyword, types } }) => keyword === 'type' && /number|integer/.test(types.join()))
    .map(({ constraint: { path }, body }) => ({ member: path.join('.'), value: body[path[0]!] }));
  expect(new Set(sent.map(({ member }) => member)).size).toBe(sent.length);
  const cheap = sent.filter(({ member }) => !LIMITS.includes(member)).map(({ value }) => value);
  for (const value of ['', false, true, {}]) expect(cheap).toContainEqual(value);
  expect(cheap.some((value) => Array.isArray(value))).toBe(true);
});
