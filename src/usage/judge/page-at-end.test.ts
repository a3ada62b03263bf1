import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord } from '../../testing/usage-records.ts';
import type { RawRecord } from '../walk/page.ts';
import { endsQuietly } from './page.ts';

test.each([
  ['no records', 200, undefined],
  ['a refusal', 404, 'warn'],
  ['a refusal as invalid', 422, 'warn'],
  ['a server error', 500, 'fail'],
])('behind the last record comes %s', (_, status, weight) => {
  const [found] = endsQuietly({ exchange: exchange({ status }), offset: 330 });
  expect(found && (found.as ?? 'fail')).toBe(weight);
});

test('behind the last record none may come that stands before it; a new one may', () => {
  const record = (model: string) => usageRecord(1, { model }) as RawRecord;
  const atEnd = (...models: string[]) => ({
    exchange: exchange({}),
    offset: 330,
    came: models.map(record),
    last: { exchange: exchange({}), records: [record('a'), record('b')], from: 328 },
  });
  expect(endsQuietly(atEnd())).toEqual([]);
  expect(endsQuietly(atEnd('c'))).toEqual([]);
  expect(endsQuietly(atEnd('c', 'b'))).toMatchObject([
    { actual: '2 records, one of them record 329 of the list' },
  ]);
});

test('where no walk ended, nothing is said of its end', () => {
  expect(endsQuietly(undefined)).toEqual([]);
});
