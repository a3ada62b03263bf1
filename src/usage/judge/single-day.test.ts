import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { dayOf, daysAfter, startOf } from '../days.ts';
import { MEASURES } from '../measures.ts';
import { mergedSums, RecordSum } from '../record-sum.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { keepsDay, keepsDayRows, keepsDaySums } from './single-day.ts';

const DAY = '2026-01-15';
/** A day, so many days after the requested one. */
const on = (days: number) => daysAfter(DAY, days);

const record = (days: number, time = 'T00:00:00Z') => ({
  id: `00000000-0000-4000-8000-${String(100 + days).padStart(12, '0')}`,
  user_id: 'u',
  org_id: 'o',
  email: 'a@example.test',
  model: 'm',
  source: 'api',
  input_tokens: 100 + days,
  output_tokens: 10,
  total_tokens: 110 + days,
  total_requests: 20 + days,
  date: `${on(days)}${time}`,
  created_at: `${on(days)}T01:00:00Z`,
});

const DAYS = Array.from({ length: 21 }, (_, i) => i - 10);
const history = snapshotOf([{ exchange: exchange(), records: DAYS.map((days) => record(days)) }], true);

test.each([
  ['its own record', [record(0)], 'held'],
  ['nothing, as its end is left out', [], 'held'],
  ['a record at an early midnight', [record(-1, 'T10:00:00Z'), record(0, 'T10:00:00Z')], 'held'],
  ['a record at a late midnight', [record(1, 'T14:00:00-10:00')], 'held'],
  ['the day before it', [record(-1), record(0)], 'held'],
  ['both neighbours', [record(1), record(0), record(-1)], `records of ${on(-1)} and of ${on(1)}`],
  ['the week before it', DAYS.filter((d) => d > -7 && d <= 0).map((d) => record(d)), 'records of other days'],
  ['a later day', [record(0), record(5)], '1 record of other days'],
])('the stats of a single day have %s', (_, records, expected) => {
  const [found] = keepsDay({
    exchange: exchange({ body: JSON.stringify(records) }),
    day: DAY,
    history,
  });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

test('a refusal of a single day is left open', () => {
  const refused = exchange({ status: 422, body: '{}' });
  expect(keepsDay({ exchange: refused, day: DAY, history })).toEqual([]);
  expect(
    keepsDaySums({ exchange: refused, day: DAY, history, measures: MEASURES, countsRequests: true }),
  ).toEqual([]);
  expect(
    keepsDayRows({ exchange: refused, day: DAY, history, table: undefined, measures: MEASURES }),
  ).toEqual([]);
});

test.each([
  ['its own sums', [0], {}, 'held'],
  ['nothing', [], {}, 'held'],
  ['a neighbour too', [0, 1], {}, 'held'],
  ['both neighbours', [-1, 0, 1], {}, '; that day and a neighbor have'],
  ['one wrong sum', [0], { total_requests: 99_999 }, '99999 requests beside the tokens of records with'],
  ['other requests than two days have', [0, 1], { total_requests: 1 }, '1 requests beside'],
  ['one wrong sum of another kind', [0], { total_tokens: 1 }, 'held'],
  ['one wrong sum of part of a day', [0], { total_input_tokens: 1, total_requests: 7 }, 'held'],
  ['all days', DAYS, {}, '; that day and a neighbor have'],
])('the summary of a single day counts %s', (_, days, wrong, expected) => {
  const sum = (of: 'input_tokens' | 'output_tokens' | 'total_tokens' | 'total_requests') =>
    days.map((d) => record(d)[of]).reduce((a, b) => a + b, 0);
  const body = {
    total_input_tokens: sum('input_tokens'),
    total_output_tokens: sum('output_tokens'),
    total_tokens: sum('total_tokens'),
    total_requests: sum('total_requests'),
    ...wrong,
  };
  const answer = exchange({ body: JSON.stringify(body) });
  const [found] = keepsDaySums({
    exchange: answer,
    day: DAY,
    history,
    measures: MEASURES,
    countsRequests: true,
  });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

const rowsOf = (days: number): RecordSum =>
  mergedSums([...history.byInstant].filter(([i]) => i === startOf(on(days))).map(([, { all }]) => all));

test.each([
  ['its own', [0], 'held'],
  ['none', [], 'held'],
  ['a neighbour too', [-1, 0], 'held'],
  ['both neighbours', [-1, 0, 1], 'other days'],
  ['the week before it', [-6, -5, -4, -3, -2, -1, 0], 'other days'],
  ['all', DAYS, 'other days'],
])('the export of a single day has rows: %s', (_, days, expected) => {
  for (const write of [(day: string) => day, (day: string) => day.split('-').reverse().join('.')]) {
    const table = { byDay: new Map(days.map((d) => [write(dayOf(startOf(on(d)))), rowsOf(d)])) };
    const [found] = keepsDayRows({ exchange: exchange(), day: DAY, history, table, measures: MEASURES });
    if (expected === 'held') expect(found).toBeUndefined();
    else expect(found?.actual).toContain(expected);
  }
});

test('many rows that no other day has are no rows of other days', () => {
  const table = {
    byDay: new Map([
      ['a', new RecordSum()],
      ['b', new RecordSum()],
    ]),
  };
  for (const [key, sum] of table.byDay) sum.add(key, [90_000, 9, 90_009, 9_000]);
  expect(keepsDayRows({ exchange: exchange(), day: DAY, history, table, measures: MEASURES })).toEqual([]);
});

test('rows of other days are told by the counts that can be read in all records', () => {
  const table = { byDay: new Map(DAYS.map((d) => [dayOf(startOf(on(d))), rowsOf(d)])) };
  const rows = { exchange: exchange(), day: DAY, history, table };
  expect(keepsDayRows({ ...rows, measures: ['input_tokens', 'total_requests'] })).toHaveLength(1);
  expect(keepsDayRows({ ...rows, measures: ['input_tokens', 'output_tokens'] })).toEqual([]);
});
