import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { uuid } from '../../testing/usage-records.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { Meaning } from '../csv/columns.ts';
import { daysAfter, startOf } from '../days.ts';
import { permittedSums } from './closed-history.ts';
import { historyOf } from './compared-history.ts';
import type { Entry } from './exported-rows.ts';

const range = { start: '2026-01-10', end: '2026-02-20' };
const found = { names: {} } as Discovered;
const on = (day: string, input: number): Entry => ({
  counts: { input_tokens: BigInt(input), total_requests: 1n },
  words: { model: 'm', user_id: uuid(1) },
  instant: startOf(day),
});
const SHOWN: readonly Meaning[] = ['date', 'model', 'user_id', 'input_tokens', 'total_requests'];
const made = (rows: readonly Entry[], shown = SHOWN) =>
  historyOf(found, { exchange: exchange({}), shown, rows, unread: false }, range);
const sums = (rows: readonly Entry[]) => permittedSums(made(rows)!).map(({ all }) => all.totals.input_tokens);

describe('the rows of an export in place of records', () => {
  test('come to what lies in the range, and nothing beyond it', () => {
    const beyond = [on(daysAfter(range.start, -4), 100), on(daysAfter(range.end, 4), 100)];
    expect(sums([on('2026-01-20', 1), on('2026-02-01', 2), ...beyond])).toEqual([3n]);
  });

  test('may be counted in at an edge or not', () => {
    expect(new Set(sums([on('2026-01-20', 1), on(range.start, 10), on(range.end, 20)]))).toEqual(
      new Set([1n, 11n, 21n, 31n]),
    );
  });

  test('show the members that the export has, and lack the others', () => {
    const { misfits } = made([on('2026-01-20', 1)])!.history;
    expect(['input_tokens', 'total_requests', 'user_id'].filter((m) => misfits.has(m))).toEqual([]);
    expect(misfits.has('output_tokens')).toBe(true);
  });

  test.each<[string, readonly Entry[], readonly Meaning[]]>([
    ['a date cannot be read', [on('2026-01-20', 1), { ...on('2026-01-21', 1), instant: undefined }], SHOWN],
    ['a single count is shown', [on('2026-01-20', 1)], ['date', 'input_tokens']],
    ['there are none', [], SHOWN],
    ['none lies in the range', [on('2025-01-01', 1)], SHOWN],
  ])('are no history where %s', (_, rows, shown) => {
    expect(made(rows, shown)).toBeUndefined();
  });
});
