import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { RawRecord } from '../walk/page.ts';
import {
  type ParameterEffects,
  parametersHaveEffect,
  showSame,
  showsOneLessInOtherOrder,
} from './parameter-effects.ts';

const record = (day: number, part: RawRecord = {}): RawRecord => ({
  id: `00000000-0000-4000-8000-${String(day).padStart(12, '0')}`,
  user_id: 'u',
  org_id: 'o',
  email: 'a@example.test',
  model: 'm',
  source: 'api',
  input_tokens: day,
  output_tokens: 2,
  total_tokens: day + 2,
  total_requests: 1,
  date: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
  created_at: '2026-02-01T00:00:00Z',
  ...part,
});

const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => record(from + i));
const page = (records: RawRecord[], id = 'e1') => ({ exchange: exchange({ id }), records });

const given = (part: Partial<ParameterEffects>): ParameterEffects => ({
  asked: 'what was asked for',
  range: {},
  size: undefined,
  holds: () => true,
  least: 0,
  page: page([]),
  shifted: undefined,
  next: undefined,
  broken: new Set(),
  ...part,
});

test.each<[string, Partial<ParameterEffects>, string | undefined]>([
  ['nothing, where nothing has to come', {}, undefined],
  ['nothing, where something has to', { least: 2 }, '0 records'],
  ['as many as a page has', { size: 2, page: page(days(1, 2)) }, undefined],
  ['more than a page has', { size: 2, page: page(days(1, 3)) }, '3 records'],
  ['more than a hundred', { page: page(Array.from({ length: 101 }, () => record(1))) }, '101 records'],
  ['few, and nothing after them', { page: page(days(1, 2)), next: page([], 'e2') }, undefined],
  ['few, and more after them', { page: page(days(1, 2)), next: page([record(3)], 'e2') }, '2 records'],
  ['few, and the last one again', { page: page(days(1, 2)), next: page([record(2)], 'e2') }, undefined],
  ['what does not match', { holds: ({ source }) => source === 'app', page: page([record(1)]) }, '"api"'],
  ['a day before the start', { range: { start: '2026-01-05' }, page: page([record(3)]) }, '2026-01-03'],
  ['the day after the end', { range: { end: '2026-01-05' }, page: page([record(6)]) }, undefined],
  ['a day long after the end', { range: { end: '2026-01-05' }, page: page([record(8)]) }, '2026-01-08'],
  ['the list from an offset on', { page: page(days(1, 3)), shifted: page(days(2, 4), 'e2') }, undefined],
  ['the same in spite of an offset', { page: page(days(1, 3)), shifted: page(days(1, 3), 'e2') }, 'record 0'],
  ['one left out too many', { page: page(days(1, 3)), shifted: page(days(3, 5), 'e2') }, 'record 2'],
  ['fewer from an offset on', { page: page(days(1, 5)), shifted: page(days(2, 3), 'e2') }, '2 records'],
  ['others from an offset on', { page: page(days(1, 3)), shifted: page(days(8, 9), 'e2') }, 'another record'],
  ['one record, and none from an offset on', { page: page([record(1)]), shifted: page([], 'e2') }, undefined],
  [
    'another number of records, where sizes are broken anyway',
    {
      broken: new Set(['sizes']),
      size: 2,
      least: 2,
      page: page(days(1, 3)),
      shifted: page(days(2, 2), 'e2'),
    },
    undefined,
  ],
  [
    'the same in spite of an offset, where sizes are broken',
    { broken: new Set(['sizes']), page: page(days(1, 3)), shifted: page(days(1, 3), 'e2') },
    'record 0',
  ],
  [
    'the same in spite of an offset, where offsets are broken anyway',
    { broken: new Set(['offsets']), page: page(days(1, 3)), shifted: page(days(1, 3), 'e2') },
    undefined,
  ],
  [
    'a day before the start, where ranges are broken anyway',
    { broken: new Set(['ranges']), range: { start: '2026-01-05' }, page: page([record(3)]) },
    undefined,
  ],
  [
    'what does not match, where all of that is broken',
    {
      broken: new Set(['sizes', 'offsets', 'ranges']),
      holds: ({ source }) => source === 'app',
      page: page([record(1)]),
    },
    '"api"',
  ],
])('%s', (_, part, actual) => {
  const [found] = parametersHaveEffect(given(part));
  if (actual === undefined) expect(found).toBeUndefined();
  else expect(found?.actual).toContain(actual);
});

test('pages stay the same when records of a day that is not closed grow', () => {
  const today = new Date(page([]).exchange.startedAt).toISOString();
  const open = (total_requests: number) => page([record(1, { date: today, total_requests }), record(2)]);
  expect(showSame(open(1), open(2))).toBe(true);
  expect(showSame(open(1), page([record(1, { date: today, model: 'n' }), record(2)]))).toBe(false);
});

test('pages are the same only when each record counts the same', () => {
  expect(showSame(page(days(1, 2)), page(days(1, 2)))).toBe(true);
  expect(showSame(page(days(1, 2)), page(days(1, 3)))).toBe(false);
  expect(showSame(page(days(1, 2)), page([record(1), record(2, { total_requests: 2 })]))).toBe(false);
});

test.each([
  ['one record less, in another order', [4, 3, 1, 5], true],
  ['one less, and one that follows', [4, 3, 1, 5, 6], true],
  ['one less, in the same order', [2, 3, 4, 5], false],
  ['all of them, in another order', [4, 3, 1, 5, 2], false],
  ['two less, in another order', [4, 3, 5], false],
])('a page of %s', (_, shown, expected) => {
  const less = page(
    shown.map((day) => record(day)),
    'e2',
  );
  expect(showsOneLessInOtherOrder(less, page(days(1, 5)))).toBe(expected);
});
