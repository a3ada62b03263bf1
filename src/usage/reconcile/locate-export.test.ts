import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import type { Requester } from '../../vocabulary/check.ts';
import { Table } from '../csv/table.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import type { RawRecord } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { locateInExport } from './locate-export.ts';

const record = (n: number): RawRecord =>
  usageRecord(n, {
    user_id: uuid(1000 + n),
    email: `person-${n}@example.test`,
    model: 'm',
    model_provider: undefined,
    input_tokens: 10,
    output_tokens: 20,
    total_tokens: 30,
    date: '2026-01-05T00:00:00Z',
    created_at: '2026-01-05T00:00:00Z',
  });

const HEADER = 'id,email,model,input_tokens,output_tokens,total_tokens,total_requests,date\n';
const row = (n: number, output: number, email = `person-${n}@example.test`) =>
  `${uuid(n)},${email},m,10,${output},${10 + output},1,2026-01-05\n`;
const CSV = HEADER + row(1, 20) + row(2, 19) + row(3, 20);
/** As a large export is recorded: with other people in it. */
const RECORDED = HEADER + [1, 2, 3].map((n) => row(n, 20, `nobody-${n}@example.test`)).join('');

test('names the record and the row in which they differ, from the rows as they came', async () => {
  const records = [record(1), record(2), record(3)];
  const history = snapshotOf([{ exchange: exchange({}), records }], true);
  const table = new Table();
  table.feed(Buffer.from(CSV));
  table.end();
  const names = { start: 'start', end: 'end', limit: 'limit', offset: 'offset' };
  const closed = {
    found: { names },
    paging: { names, size: 100, stableIds: true },
    range: { start: '2000-01-01', end: '2026-03-01' },
    history,
    edges: { start: [], end: [] },
  } as unknown as ClosedHistory;
  const ask = {
    async send(spec) {
      if (!spec.onBody) return exchange({ body: JSON.stringify(records) });
      // An attempt that broke off leaves nothing behind.
      for (const text of [CSV.slice(0, 200), CSV]) {
        spec.onAttempt?.();
        spec.onBody(Buffer.from(text));
      }
      return exchange({ body: RECORDED });
    },
  } as Partial<Requester> as Requester;
  const shown = { exchange: exchange({}), table, columns: table.columns };
  const { where, lines } = await locateInExport(ask, closed, shown, ['output_tokens']);
  expect(
    lines?.lines.map((l) => [l.row, l.stats?.output_tokens, l.export?.output_tokens, l.differs]),
  ).toEqual([
    [2, '20', '20', undefined],
    [3, '20', '19', true],
    [4, '20', '20', undefined],
  ]);
  expect(where.output_tokens).toBe(
    `2026-01-05: records 60, export 59; record ${uuid(2)}, model "m", row 3 of the export from 2026-01-04 to 2026-01-07: records 20, export 19`,
  );
});

describe('a difference on the last day of the range', () => {
  const LAST = '2026-01-05';
  const closed = (edges: readonly RawRecord[]) => {
    const history = snapshotOf([{ exchange: exchange({}), records: [...edges] }], true);
    const names = { start: 'start', end: 'end', limit: 'limit', offset: 'offset' };
    return {
      found: { names },
      paging: { names, size: 100, stableIds: true },
      range: { start: '2000-01-01', end: LAST },
      history,
      edges: { start: [], end: [...history.byInstant] },
    } as unknown as ClosedHistory;
  };
  /** A service whose response to a range depends on its end: rows for the export, records for the stats. */
  function service(csv: (end: string) => string, records: (end: string) => readonly RawRecord[]) {
    return {
      async send(spec) {
        const end = /end=([\d-]+)/.exec(spec.path)![1]!;
        if (!spec.onBody) return exchange({ body: JSON.stringify(records(end)) });
        spec.onAttempt?.();
        spec.onBody(Buffer.from(csv(end)));
        return exchange({ body: csv(end) });
      },
    } as Partial<Requester> as Requester;
  }
  const all = [record(1), record(2), record(3)];
  const rows = (...outputs: [n: number, output: number][]) =>
    HEADER + outputs.map(([n, o]) => row(n, o)).join('');
  async function located(
    csv: (end: string) => string,
    records: (end: string) => readonly RawRecord[] = () => all,
  ) {
    const table = new Table();
    table.feed(Buffer.from(csv(LAST)));
    table.end();
    const shown = { exchange: exchange({}), table, columns: table.columns };
    return (await locateInExport(service(csv, records), closed(all), shown, ['output_tokens'])).where;
  }

  test('is followed to its row', async () => {
    const { output_tokens: told } = await located(() => rows([1, 20], [2, 19], [3, 20]));
    expect(told).toBe(
      `2026-01-05: records 60, export 59; record ${uuid(2)}, model "m", row 3 of the export from 2026-01-04 to 2026-01-07: records 20, export 19`,
    );
  });

  test('also where it is the last row of the answer, which a longer range does not end with', async () => {
    const { output_tokens: told } = await located((end) =>
      end === LAST ? rows([1, 20], [2, 20]) : rows([1, 20], [2, 20], [3, 20]),
    );
    expect(told).toBe(
      `2026-01-05: records 60, export 40; record ${uuid(3)}, model "m": records 20, export absent`,
    );
  });

  test.each([
    [[1.5, 1.5, 1.5], 'records 60, export unreadable'],
    [[20, 1.5, 20], 'records 60, export 40 and 1 unreadable count'],
  ])('names counts of %j that are no integers as unreadable', async ([a, b, c], expected) => {
    const { output_tokens: told } = await located(() => rows([1, a!], [2, b!], [3, c!]));
    expect(told).toContain(`2026-01-05: ${expected}; `);
    expect(told).toContain('records 20, export unreadable');
  });

  test('is none where one side leaves the day out: that is its choice', async () => {
    const found = await located((end) => (end === LAST ? HEADER : rows([1, 20], [2, 20], [3, 20])));
    expect(found).toEqual({});
  });
});
