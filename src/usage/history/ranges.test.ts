import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord } from '../../testing/usage-records.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import type { ClosedHistory } from './closed-history.ts';
import { adjacentRanges, meetingDay, moved } from './ranges.ts';

/** Closed days of which these have records. */
function closed(days: readonly string[]): ClosedHistory {
  const records = days.map((day, n) => usageRecord(n, { date: day }));
  return { history: snapshotOf([{ exchange: exchange({}), records }], true) } as ClosedHistory;
}

const PART = { start: '2000-01-01', end: '2026-03-20' };

test.each<[string, string[], string]>([
  ['no day', [], '2026-03-19'],
  ['no end of a month', ['2026-03-02', '2026-03-09', '2026-03-16'], '2026-03-09'],
  ['one end of a month', ['2026-02-28', '2026-03-09', '2026-03-16'], '2026-02-28'],
  ['two ends, the nearer one', ['2025-11-30', '2026-01-31', '2026-02-12', '2026-03-16'], '2026-01-31'],
  ['a leap day', ['2024-02-29', '2025-11-30', '2026-01-31', '2026-02-12', '2026-03-16'], '2024-02-29'],
  ['an end of a month outside', ['2026-03-02', '2026-03-09', '2026-03-31'], '2026-03-09'],
])('ranges meet at: %s', (_, days, expected) => {
  expect(meetingDay(closed(days), PART)).toBe(expected);
});

test.each([
  ['an inclusive end', '2026-03-10', ['2026-03-10']],
  ['an exclusive end', '2026-03-09', ['2026-03-10', '2026-03-09']],
  ['an exclusive start too', '2026-03-08', ['2026-03-10', '2026-03-09', '2026-03-08']],
  ['no adjacent range', '2026-01-01', ['2026-03-10', '2026-03-09', '2026-03-08']],
])('adjacent ranges of a service with %s are requested in pairs', async (_, adjacent, starts) => {
  let inFlight = 0;
  const ask = async (range: { start: string } | { end: string }) => {
    inFlight++;
    await Promise.resolve();
    const many = inFlight;
    await Promise.resolve();
    inFlight--;
    return { many, day: 'start' in range ? range.start : range.end };
  };
  const { first, seconds } = await adjacentRanges('2026-03-09', ask, (__, { day }) => day === adjacent);
  expect(first).toEqual({ many: 2, day: '2026-03-09' });
  expect(seconds).toEqual(starts.map((day) => ({ many: 2, day })));
});

/** What was walked of today: these records, each with so many requests. */
function today(requests: Record<number, number>): UsageSnapshot {
  const records = Object.entries(requests).map(([n, total_requests]) =>
    usageRecord(Number(n), { total_requests }),
  );
  return snapshotOf([{ exchange: exchange({}), records }], true);
}

test('what came twice in the same way did not move', () =>
  expect(() => moved(today({ 1: 1, 2: 5 }), today({ 1: 1, 2: 5 }))).not.toThrow());

test.each([
  ['a record more', { 1: 1, 2: 5, 3: 1 }],
  ['a record that grew', { 1: 1, 2: 6 }],
])('%s moves what is behind it', (_, after) =>
  expect(() => moved(today({ 1: 1, 2: 5 }), today(after))).toThrow(Inconclusive),
);
