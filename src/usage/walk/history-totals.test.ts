import { expect, test } from 'vitest';
import { Aggregate } from '../aggregate.ts';
import { startOf } from '../days.ts';
import { closedPart } from './usage-snapshot.ts';

const KIND = { model: 'm', provider: undefined, source: 'api' };

/** One record on each of these days. */
function historyOf(days: readonly string[]) {
  const byInstant = days.map((day): [number, Aggregate] => {
    const aggregate = new Aggregate();
    aggregate.add(`record of ${day}`, [1, 1, 2, 1], 'u', KIND);
    return [startOf(day), aggregate];
  });
  return { byInstant: new Map(byInstant) };
}

const RANGE = { start: '2026-01-10', end: '2026-01-12' };

test('records of closed days count, and those of a day beside them', () => {
  const days = ['2026-01-09', '2026-01-10', '2026-01-12', '2026-01-13'];
  expect(closedPart(historyOf(days), RANGE).count).toBe(4);
});

test('a record of a day that is not closed changes nothing', () => {
  const before = historyOf(['2026-01-11']);
  const after = historyOf(['2026-01-11', '2026-01-14', '2026-01-08']);
  expect(closedPart(after, RANGE).sameRecords(closedPart(before, RANGE))).toBe(true);
});
