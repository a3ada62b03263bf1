import { describe, expect, test } from 'vitest';
import { daysAfter, daysIn, instantOf, lastClosedDay, writtenDay } from './days.ts';
import { LongInteger, parseExact } from './exact-json.ts';
import { ExactSum } from './exact-sum.ts';
import { RecordSum } from './record-sum.ts';
import { HashSet } from './text-hash.ts';

describe('sums', () => {
  test('lose no digit', () => {
    const sum = new ExactSum();
    const values = [2 ** 52, 2 ** 52, 1, 9007199254740993n, -1, -(2 ** 52)];
    for (const value of values) sum.add(value);
    expect(sum.value).toBe(values.reduce<bigint>((total, value) => total + BigInt(value), 0n));
  });

  test('of groups do not depend on the order, and tell other records', () => {
    const group = (keys: string[]) => {
      const made = new RecordSum();
      for (const key of keys) made.add(key, [1, 1, 2, 1]);
      return made;
    };
    expect(group(['a', 'b']).sameRecords(group(['b', 'a']))).toBe(true);
    expect(group(['a', 'b']).sameRecords(group(['a', 'c']))).toBe(false);
    expect(group(['a', 'b']).sameRecords(group(['a']))).toBe(false);
  });
});

test('a digest set knows what it has seen', () => {
  const set = new HashSet();
  const texts = Array.from({ length: 20_000 }, (_, i) => `record ${i}`);
  expect(texts.every((text) => set.add(text))).toBe(true);
  expect(texts.some((text) => set.add(text))).toBe(false);
  set.clear();
  expect(set.add(texts[0]!)).toBe(true);
});

test.each([
  ['{"a":9007199254740993}', { a: 9007199254740993n }],
  ['{"a":-9007199254740993,"b":1}', { a: -9007199254740993n, b: 1 }],
  ['{"a":"9007199254740993","b":0.1234567890123456}', { a: '9007199254740993', b: 0.1234567890123456 }],
  [`[${'9'.repeat(40)}]`, [BigInt('9'.repeat(40))]],
  [`[-${'9'.repeat(200_000)}]`, [new LongInteger()]],
  ['[1,2]', [1, 2]],
])('%s keeps its digits', (text, value) => {
  expect(parseExact(text)).toEqual(value);
});

describe('days', () => {
  test.each([
    ['2026-11-03', Date.UTC(2026, 10, 3)],
    ['20261103', Date.UTC(2026, 10, 3)],
    ['2026-11-03T00:00:00Z', Date.UTC(2026, 10, 3)],
    ['2026-11-03T00:00', Date.UTC(2026, 10, 3)],
    ['20261103T000000+0800', Date.UTC(2026, 10, 2, 16)],
    ['2026-11-03T00:00:00.123456+08:00', Date.UTC(2026, 10, 2, 16, 0, 0, 123)],
    ['2026-11-03 12:30:00-05', Date.UTC(2026, 10, 3, 17, 30)],
    ['03.11.2026', undefined],
    ['soon', undefined],
  ])('%s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test('are written as they are read', () => {
    expect(writtenDay('2026-11-03T00:00:00+08:00')).toBe('2026-11-03');
    expect(writtenDay('20261103')).toBe('2026-11-03');
    expect(writtenDay('2026-11-03 00:00:00')).toBe('2026-11-03');
    expect(writtenDay('2026-11-03 - 2026-11-30')).toBeUndefined();
    expect(writtenDay('3 Nov')).toBeUndefined();
    expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01');
    expect(daysIn('2026-02-27', '2026-03-01')).toBe(3);
  });

  test('are closed two days after their end, wherever midnight was', () => {
    const now = Date.UTC(2026, 10, 21, 13);
    const closed = lastClosedDay(now);
    const endsAtLatest = Date.parse(`${closed}T00:00:00Z`) + (24 + 14) * 3_600_000;
    expect(now - endsAtLatest).toBeGreaterThanOrEqual(48 * 3_600_000);
    expect(closed).toBe('2026-11-17');
  });
});
