import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { leaksOf } from './leaks.ts';

function leaking(id: string, ...leaks: string[]): Exchange {
  const made = exchange({ id });
  return { ...made, response: { ...made.response!, leaks } };
}

test('no leak, no finding', () => {
  expect(leaksOf([])).toEqual([]);
});

test('one finding for each form, with the exchanges in the order in which they began', () => {
  const found = leaksOf([leaking('e10', 'plain'), leaking('e9', 'plain', 'base64')]);
  expect(found.map((f) => [f.actual.match(/\((.*?)\)/)?.[1], f.exchanges])).toEqual([
    ['base64', ['e9']],
    ['plain', ['e9', 'e10']],
  ]);
});
