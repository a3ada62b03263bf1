import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { usageRecord } from '../testing/usage-records.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { Table } from './csv/table.ts';
import { MOST_DATES } from './record-sum.ts';
import { readPage } from './walk/page.ts';
import { SnapshotBuilder } from './walk/snapshot-builder.ts';

const HEADER = 'date,model,input_tokens,output_tokens,total_tokens,total_requests\n';

/** A time that no other record has. */
const hour = (n: number) => new Date(n * 3_600_000).toISOString();

test.each([
  ['days, also impossible ones', (n: number) => `${String(n).padStart(6, '0').slice(0, 4)}-${n % 100}-00`],
  ['times since 1970', (n: number) => String(1_700_000_000 + n)],
  ['hours', hour],
])('an export of more dates than fit is inconclusive: %s', (_, date) => {
  const table = new Table();
  const rows = Array.from({ length: 25 * MOST_DATES }, (_, n) => `${date(n)},m,1,1,2,1\n`);
  expect(() => table.feed(Buffer.from(HEADER + rows.join('')))).toThrow(Inconclusive);
  expect(table.byDay.size).toBe(MOST_DATES);
});

test('so are records of more dates', () => {
  const builder = new SnapshotBuilder(true);
  const page = (from: number) => {
    const body = Array.from({ length: 100 }, (_, n) => usageRecord(n, { date: hour(from + n) }));
    builder.addPage(readPage(exchange({ body })));
  };
  expect(() => {
    for (let from = 0; from < 2 * MOST_DATES; from += 100) page(from);
  }).toThrow(Inconclusive);
  expect(builder.end().byInstant.size).toBe(MOST_DATES);
});

test('columns are identified by fewer rows if these are wide', () => {
  const table = new Table();
  const row = `${'1,'.repeat(60_000)}1\n`;
  table.feed(Buffer.from(row.repeat(40)));
  table.end();
  expect(table.sample).toHaveLength(2);
});
