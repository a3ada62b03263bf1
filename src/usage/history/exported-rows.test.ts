import { expect, test } from 'vitest';
import { withoutTotals } from './exported-rows.ts';

const row = (input: bigint, requests: bigint) => ({
  counts: { input_tokens: input, total_requests: requests },
});
const rows = [row(3n, 1n), row(4n, 1n)];

test('a last row that adds up all others, and says so or nothing, is none of them', () => {
  expect(withoutTotals([...rows, row(7n, 2n)], 'Total |  | 7 | 2')).toEqual(rows);
  expect(withoutTotals([...rows, row(7n, 2n)], ' |  | 7 | 2')).toEqual(rows);
});

test.each([
  ['it adds up in one count alone', [...rows, row(7n, 1n)]],
  ['it is the second of two alike', [row(3n, 1n), row(3n, 1n)]],
  ['nothing was used', [row(0n, 0n), row(0n, 0n), row(0n, 0n)]],
  ['there are none', []],
])('a last row stays where %s', (_, all) => {
  expect(withoutTotals(all, 'Total')).toEqual(all);
});

test('a record stays that has as much as all others', () => {
  const all = [...rows, row(7n, 2n)];
  expect(withoutTotals(all, '2026-01-03 | gpt-x | 7 | 2')).toEqual(all);
});
