import { expect, test } from 'vitest';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { BodyLimits } from './body-limits.ts';

const MEGABYTE = 1024 * 1024;
const request = (method: string, path: string): RequestSpec => ({ method, path, label: path });
const completion = request('POST', '/api/v1/chat/completions');
const stats = (size: number) => request('GET', `/api/v1/usage/stats?limit=${size}`);
const exported = request('GET', '/api/v1/usage/export');

/** The limit after so many bodies of one size. */
function limitAfter(spec: RequestSpec, count: number, size: number, limit = 64 * MEGABYTE): number {
  const limits = new BodyLimits();
  for (let turn = 0; turn < count; turn++) limits.hear(spec, size);
  return limits.of(spec, limit) / MEGABYTE;
}

test.each([
  ['two oversized completions', completion, 2, 15, 64],
  ['three oversized completions', completion, 3, 15, 1],
  ['many large completions', completion, 60, 4, 64],
  ['three oversized pages', stats(1), 3, 15, 1],
  ['three long exports', exported, 3, 60, 64],
])('the limit after %s', (_, spec, count, size, left) => {
  expect(limitAfter(spec, count, size * MEGABYTE)).toBe(left);
});

test('a smaller limit stays', () =>
  expect(limitAfter(completion, 3, 15 * MEGABYTE, MEGABYTE / 2)).toBe(1 / 2));

test('pages of all ranges count together, and separately from completions', () => {
  const limits = new BodyLimits();
  for (let turn = 0; turn < 3; turn++) limits.hear(stats(turn), 15 * MEGABYTE);
  expect(limits.of(stats(9), 64 * MEGABYTE)).toBe(MEGABYTE);
  expect(limits.of(completion, 16 * MEGABYTE)).toBe(16 * MEGABYTE);
});
