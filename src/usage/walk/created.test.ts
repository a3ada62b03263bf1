import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { createdAfter } from './record.ts';

const at = exchange({ headers: { date: 'Fri, 20 Nov 2026 12:00:00 GMT' } });

test.each([
  ['2026-11-20T12:04:00Z', false],
  ['2026-11-20T12:06:00Z', true],
  ['2026-11-20T14:00:00+02:00', false],
  ['2026-11-20T14:06:00+02:00', true],
  // Local time of the farthest east, without an offset.
  ['2026-11-21T02:00:00', false],
  ['2026-11-21T02:06:00', true],
  ['20261120T120600Z', true],
  ['yesterday', false],
  [1_795_000_000, false],
])('%s', (created, expected) => {
  expect(createdAfter(created, at)).toBe(expected);
  expect(createdAfter(created, exchange())).toBe(false);
});

test('beside a Date header that cannot be the time nothing is created too late', () => {
  const nought = exchange({ headers: { date: 'Sat, 01 Jan 0000 00:00:00 GMT' } });
  expect(createdAfter('2026-11-20T12:06:00Z', nought)).toBe(false);
});
