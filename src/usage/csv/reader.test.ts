import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { CsvReader, MOST_LINES } from './reader.ts';

function read(bytes: Uint8Array, size = bytes.length || 1) {
  const rows: string[][] = [];
  const reader = new CsvReader((row) => {
    rows.push([...row.cells]);
  });
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  reader.end();
  return { rows, reader };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const TEXTS: [string, string, string[][]][] = [
  [
    'LF',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CR alone',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no last line end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes around a delimiter, a line end and a quote', '"a,\n""b""",c\n', [['a,\n"b"', 'c']]],
  [
    'empty fields',
    'a,b,c\n,,\n',
    [
      ['a', 'b', 'c'],
      ['', '', ''],
    ],
  ],
  [
    'an empty last field without line end',
    'a,b\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'other letters',
    'zoë,李\n"ü""",x\n',
    [
      ['zoë', '李'],
      ['ü"', 'x'],
    ],
  ],
];

describe('rows', () => {
  test.each(TEXTS)('%s, whatever the size of the pieces', (_, text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(read(utf8(text), size).rows).toEqual(expected);
  });

  test.each(TEXTS.filter(([name]) => name !== 'CR alone'))('%s, as papaparse reads them', (_, text) => {
    expect(read(utf8(text)).rows).toEqual(Papa.parse<string[]>(text.replace(/\r?\n$/, '')).data);
  });

  test('are told with the byte at which they begin', () => {
    const places: number[] = [];
    const reader = new CsvReader((row) => void places.push(row.at));
    for (const piece of ['a,b\r', '\n1,', '2\r\n3,4']) reader.feed(utf8(piece));
    reader.end();
    expect(places).toEqual([0, 5, 10]);
  });
});

describe('dialects', () => {
  test.each([
    ['a mark of UTF-8', Buffer.from('\uFEFFa,b\n1,2\n'), { bom: true, encoding: 'utf-8' }],
    [
      'UTF-16, little end first',
      Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'),
      { bom: true, encoding: 'utf-16le' },
    ],
    ['UTF-16 without a mark', Buffer.from('a,b\n1,2\n', 'utf16le'), { bom: false, encoding: 'utf-16le' }],
    [
      'a line that tells the delimiter',
      Buffer.from('sep=;\r\na;b\r\n1;2\r\n'),
      { separatorLine: true, delimiter: 59 },
    ],
  ])('%s', (_, bytes, dialect) => {
    for (const size of [1, 5, 1000]) {
      const { rows, reader } = read(bytes, size);
      expect(rows).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ]);
      expect(reader.dialect).toMatchObject(dialect);
    }
  });
});

describe('what RFC 4180 does not allow', () => {
  test.each([
    ['text after a closing quote', 'a,b\n"x" y,2\n', 'text after a closing quote', 7],
    ['a quote that is not doubled', 'a,b\n"say "hi" to",2\n', 'text after a closing quote', 10],
    ['a quote inside a field without quotes', 'a,b\n5" disk,2\n', 'quote in an unquoted field', 5],
    ['a quote that is never closed', 'a,b\n"x,2\n3,4\n', 'quote that is never closed', 4],
  ] as const)('%s', (_, text, kind, at) => {
    expect(read(utf8(text), 3).reader.irregular.get(kind)).toMatchObject({ kind, at });
  });

  test('nothing of it in sound text', () => {
    for (const [, text] of TEXTS) expect(read(utf8(text)).reader.irregular.size).toBe(0);
  });

  test('bytes that are no UTF-8', () => {
    expect(read(Buffer.from([97, 44, 0xe9, 10])).reader.irregular.has('bytes that are not text')).toBe(true);
  });
});

test('a long row whose quotes violate RFC 4180 ends the reading', () => {
  const row = `"${'"a'.repeat(2_000)}${' '.repeat(2_000)}\n"\n`;
  const { rows, reader } = read(utf8(`a,b\n5" disk,2\n${row.repeat(20)}3,4\n`), 100_000);
  expect(rows).toEqual([
    ['a', 'b'],
    ['5" disk', '2'],
  ]);
  expect(reader.isLost).toBe(true);
  expect([...reader.irregular.keys()]).toEqual(['quote in an unquoted field', 'text after a closing quote']);
});

test('a row that is longer than many pieces is one row', () => {
  const long = `${'c,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`;
  const widths: number[] = [];
  const reader = new CsvReader((row) => void widths.push(row.cells.length));
  const bytes = utf8(`a,b\n${long}3,4\n`);
  for (let at = 0; at < bytes.length; at += 1000) reader.feed(bytes.subarray(at, at + 1000));
  reader.end();
  expect(widths).toEqual([2, 1_000_001, 1_000_001, 2]);
});

test.each([
  ['blank', '\n'],
  ['of one letter', 'a\n'],
])('more lines than fit are inconclusive: %s', (_, line) => {
  const reader = new CsvReader(() => {});
  const piece = Buffer.from(line.repeat(500_000));
  const feedAll = () => {
    for (let lines = 0; lines <= MOST_LINES; lines += 500_000) reader.feed(piece);
  };
  expect(feedAll).toThrow(Inconclusive);
  expect(reader.rows + reader.blankLines).toBe(MOST_LINES);
});
