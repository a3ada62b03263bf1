import { expect, test } from 'vitest';
import { sameRecord, shows } from './effect.ts';
import type { Answer } from './probe.ts';

const RECORD = {
  id: 'a',
  user_id: 'u',
  email: 'u@example.com',
  model: 'm',
  source: 'api',
  date: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T10:00:00Z',
  input_tokens: 1n,
  output_tokens: 2,
  total_tokens: 3,
  total_requests: 1,
};

test.each([
  [true, { id: 'b' }],
  [true, { created_at: '2026-01-02T10:00:00Z' }],
  [true, { cached_tokens: 0 }],
  [true, { date: '20260101T000000+00:00' }],
  [false, { model: 'n' }],
  [false, { date: '2026-01-02T00:00:00Z' }],
  [false, { input_tokens: 2n }],
  [false, { total_requests: 2 }],
])('%s for a record with other %o', (same, other) => {
  expect(sameRecord(RECORD, { ...RECORD, ...other })).toBe(same);
});

const listed = (...ids: string[]) =>
  ({
    good: true,
    nothing: ids.length === 0,
    records: ids.map((id) => ({ ...RECORD, id, model: id })),
  }) as unknown as Answer;

test.each([
  ['the first record is skipped', listed('b', 'c'), true],
  ['nothing is skipped', listed('a', 'b', 'c'), false],
  ['only the order is another one', listed('b', 'c', 'a'), false],
])('an offset of 1: %s', (_, answer, expected) => {
  expect(shows('offset', listed('a', 'b', 'c'), answer)).toBe(expected);
});
