import { describe, expect, test } from 'vitest';
import { Table } from './table.ts';

const HEADER = 'date,model,input_tokens,output_tokens,total_tokens,total_requests';
const ROWS = ['2026-01-01,m,1,2,3,1', '2026-01-01,n,10,20,30,2', '2026-01-02,m,100,200,300,3'];

function table(lines: readonly string[], columns?: Record<string, string>): Table {
  const made = new Table(columns);
  for (const byte of new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)) made.feed(Uint8Array.of(byte));
  return made.end();
}

const sums = (made: Table) => made.all.totals;
const RIGHT = { input_tokens: 111n, output_tokens: 222n, total_tokens: 333n, total_requests: 6n };

describe('sums', () => {
  test.each([
    ['by the names of the contract', [HEADER, ...ROWS]],
    [
      'by other words',
      [
        'Day;Model;Prompt tokens;Completion tokens;Tokens total;Requests',
        ...ROWS.map((r) => r.replaceAll(',', ';')),
      ],
    ],
    [
      'by the delimiter of the header, whatever the cells below hold',
      [HEADER, ...ROWS].map((row) => row.replaceAll(',', '^').replace('^m^', '^m, 7B, "large"^')),
    ],
    ['without a row of totals', [HEADER, ...ROWS, 'Total,,111,222,333,6']],
    ['without a shorter row of totals', [HEADER, ...ROWS, 'Total,111']],
    ['without a row of totals with the last day', [HEADER, ...ROWS, '2026-01-02,Total,111,222,333,6']],
    ['without a row of totals with a month', [HEADER, ...ROWS, '2026-01,Grand total,111,222,333,6']],
    ['past blank lines', [HEADER, ROWS[0]!, '', ROWS[1]!, ROWS[2]!, '']],
  ])('%s', (_, lines) => {
    const made = table(lines);
    expect(sums(made)).toEqual(RIGHT);
    expect(made.records).toBe(3);
    expect([made.ragged, made.unreadable, made.counts.noNumber, made.notTheSum]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(made.byDay.get('2026-01-01')?.totals.total_requests).toBe(3n);
  });

  test('by titles that the user gave', () => {
    const titles = {
      input_tokens: 'Ein',
      output_tokens: 'Aus',
      total_tokens: 'Summe',
      total_requests: 'Anfragen',
      date: 'Tag',
    };
    expect(sums(table(['Tag,Modell,Ein,Aus,Summe,Anfragen', ...ROWS], titles))).toEqual(RIGHT);
  });

  test('of columns that no title tells', () => {
    const made = table(['Tag,Modell,Ein,Aus,Summe,Anfragen', ...ROWS]);
    expect([...made.sums.values()].map((sum) => sum.value)).toEqual([111n, 222n, 333n, 6n]);
    expect(made.columns).toEqual({ date: 0 });
  });

  test('of columns without titles, by the numbers that were given', () => {
    const numbers = { input_tokens: '3', output_tokens: '4', total_tokens: '5', total_requests: '6' };
    expect(sums(table(ROWS, numbers))).toEqual(RIGHT);
    expect(table(ROWS, { input_tokens: '7', output_tokens: 'x' }).columns).toEqual({ date: 0 });
  });

  test.each([
    '01.02.2026',
    '1.2.26',
    '13/02/2026',
    '02/13/2026',
    '2026/02/13',
    '2026-02-13 00:00:00+00',
    '13 Feb 2026',
    '1770940800',
    '1770940800000',
    '46066',
  ])('of days that are written %s', (date) => {
    expect(sums(table([HEADER, `${date},m,1,2,3,1`]))).toMatchObject({ total_tokens: 3n });
  });

  test('lose no digit beyond 2^53', () => {
    const made = table([
      HEADER,
      '2026-01-01,m,9007199254740993,0,9007199254740993,1',
      '2026-01-01,n,2,0,2,1',
    ]);
    expect(sums(made).input_tokens).toBe(9007199254740995n);
  });
});

describe('what is wrong is kept with its row', () => {
  test.each([
    ['ragged', [HEADER, ROWS[0]!, '2026-01-01,m,1', ROWS[1]!], 3],
    ['repeatedHeader', [HEADER, ROWS[0]!, HEADER, ROWS[1]!], 3],
    ['unreadable', [HEADER, 'some day,m,1,2,3,1', ROWS[1]!], 2],
    ['notTheSum', [HEADER, ROWS[0]!, '2026-01-01,m,1,2,4,1'], 3],
    ['formula', [HEADER, '2026-01-01,=1+1,1,2,3,1'], 2],
    ['totalsRow', [HEADER, ROWS[0]!, 'total,,1,2,3,1'], 3],
    ['totalsRow', [HEADER, ROWS[0]!, ROWS[0]!, '合計,,2,4,6,2'], 4],
    ['totalsRow', [HEADER, ROWS[0]!, '2026-01-01 - 2026-01-31,,1,2,3,1'], 3],
    ['unreadable', [HEADER, ROWS[0]!, ROWS[0]!, 'mean,,1,2,3,1'], 4],
    ['totalsAbove', [HEADER, ROWS[0]!, '2026-01-01,Subtotal,1,2,3,1', ROWS[2]!], 3],
    ['totalsAbove', [HEADER, '2026-01-02,Total,111,222,333,6', ...ROWS], 2],
    ['totalsAbove', ['Datum,Modell,Ein,Aus,Summe,Anfragen', ',Summe,111,222,333,6', ...ROWS], 2],
    ['totalsAbove', ['model,input_tokens,output_tokens', 'Total,2,4', 'a,1,2', 'b,1,2'], 2],
    ['totalsRow', ['model,input_tokens,output_tokens', 'a,1,2', 'b,1,2', 'Total,2,4'], 4],
  ] as const)('%s', (kind, lines, row) => {
    expect(table(lines)[kind]).toMatchObject({ row });
  });

  test.each([
    ['noNumber', 'many', '"many"'],
    ['negative', '-1', '-1'],
    ['unknownNumber', '٢٤٨', '"٢٤٨"'],
    ['unknownNumber', '248 tokens', '"248 tokens"'],
  ] as const)('%s: %s', (kind, cell, told) => {
    const what = `input_tokens is ${told}`;
    expect(table([HEADER, `2026-01-01,m,${cell},2,3,1`]).counts[kind]).toMatchObject({ row: 2, what });
  });
});

describe('a name of the report above the header', () => {
  const HEADER = 'date,model,input_tokens,output_tokens,total_tokens,total_requests';
  const ROW = '2026-11-01,m,1,2,3,4';

  test('is no row of usage', () => {
    const made = table(['Usage report,,,,,', 'November,,,,,', HEADER, ROW]);
    expect(made.header?.[0]).toBe('date');
    expect([made.records, made.captions.length, made.ragged]).toEqual([1, 2, undefined]);
  });

  test('is all that there is where nothing was used', () => {
    expect(table(['Usage report,,,,,', HEADER]).records).toBe(0);
  });

  test('is as wide as the others', () => {
    expect(table(['Usage report,,', HEADER, ROW]).ragged?.what).toBe(
      '3 fields, and 6 in the first row of the table',
    );
  });

  test.each([
    ['a label and a value', 'Organization,Meridian,,,,'],
    ['a number', '12,,,,,'],
    ['a date', 'Generated at,2026-11-01,,,,'],
    ['a range', 'Period,all,1000,20,,'],
    ['nothing', ',,,,,'],
  ])('may have %s in it', (_, row) => {
    for (const rows of [[ROW], []]) {
      const made = table(['Usage report,,,,,', row, HEADER, ...rows]);
      expect([made.header?.[0], made.records, made.captions.length]).toEqual(['date', rows.length, 2]);
    }
  });

  test.each([
    ['rows of usage', ROW, HEADER],
    ['a value above unknown titles', '12,,,,,', 'Datum,Modell,Eingabe,Ausgabe,Summe,Anfragen'],
  ])('has no %s', (_, first, header) => {
    expect(table([first, header, ROW]).captions).toEqual([]);
  });
});

test('an export without rows has a header and no records', () => {
  const made = table([HEADER]);
  expect(made.header).toHaveLength(6);
  expect(made.records).toBe(0);
});

describe('titles', () => {
  const found = (header: string, ...rows: string[]) => table([header, ...rows]);

  test.each([
    ['a price', 'date,model,input_tokens,output_tokens,requests,Total ($)', '2026-01-01,m,1,2,3,0.5'],
    ['another count', 'date,model,input_tokens,output_tokens,requests,total', '2026-01-01,m,1,2,3,7'],
  ])('%s is no total of tokens', (_, header, row) => {
    expect(found(header, row).columns.total_tokens).toBeUndefined();
    expect(found(header, row).counts.noNumber).toBeUndefined();
  });

  test.each([
    ['that come twice', 'date,model,input_tokens,cost,cost', '2026-01-01,m,1,2,3'],
    ['of which one is a number', 'date,model,input_tokens,2026', '2026-01-01,m,1,2'],
    ['of which some are empty', 'date,model,input_tokens,,', '2026-01-01,m,1,2,3'],
  ])('%s are a header', (_, header, row) => {
    const made = found(header, row);
    expect([made.header?.[0], made.records]).toEqual(['date', 1]);
  });

  test('of a weekday is not that of the date', () => {
    const made = found('Day,Model,Tokens in,When', 'Tue,m,1,2026-01-06', 'Wed,m,2,2026-01-07');
    expect([made.columns.date, made.unreadable]).toEqual([3, undefined]);
  });

  test('an empty cell and a dash count nothing', () => {
    const made = found('date,model,input_tokens,output_tokens', '2026-01-01,m,,-', '2026-01-02,m,1,2');
    expect([made.counts.noNumber, made.records]).toEqual([undefined, 2]);
  });
});

describe('rows without dates', () => {
  const TITLES = 'model,input_tokens,output_tokens,total_tokens,total_requests';
  const MODELS = ['m,1,2,3,1', 'n,110,220,330,5'];

  test.each([
    ['a row of totals', [TITLES, ...MODELS, 'Total,111,222,333,6'], 2, 333n],
    ['a row of totals in Japanese', [TITLES, ...MODELS, '合計,111,222,333,6'], 2, 333n],
    ['totals of one row', [TITLES, MODELS[0]!, 'All,1,2,3,1'], 1, 3n],
    ['totals of nothing', [TITLES, 'Total,0,0,0,0'], 0, 0n],
    ['totals under other titles', ['Modell,Eingabe,Anfragen', 'm,1,1', 'n,110,5', 'Gesamt,111,6'], 2, 0n],
    ['no totals where nothing is known to be counted', ['Modell,Art', 'm,x', 'all-mini,y'], 2, 0n],
    ['a model of that name', [TITLES, ...MODELS, 'all-in-one,1,2,3,1'], 3, 336n],
    ['a model that has as much as all others', [TITLES, ...MODELS, 'o,111,222,333,6'], 3, 666n],
  ])('count %s', (_, lines, records, tokens) => {
    const made = table(lines);
    expect([made.records, sums(made).total_tokens]).toEqual([records, tokens]);
    expect(made.totalsRow !== undefined).toBe(records < lines.length - 1);
  });
});

test('a row with a cell that is no integer is not added up', () => {
  const table = new Table();
  table.feed(
    Buffer.from('date,input_tokens,output_tokens,total_tokens,total_requests\n2026-01-01,678.5,262,940,1\n'),
  );
  table.end();
  expect([table.counts.noNumber?.what, table.notTheSum]).toEqual(['input_tokens is "678.5"', undefined]);
  expect(table.counts.unknownNumber).toBeUndefined();
});
