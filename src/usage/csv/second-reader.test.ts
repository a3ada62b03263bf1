import { describe, expect, test } from 'vitest';
import { SecondReader } from './second-reader.ts';
import { Table } from './table.ts';

/** What both readers see of a text that comes in pieces of so many bytes. */
function read(text: string | Uint8Array, size = 7) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const table = new Table();
  const second = new SecondReader(() => table.dialectSoFar);
  for (let at = 0; at < bytes.length; at += size) {
    table.feed(bytes.subarray(at, at + size));
    second.feed(bytes.subarray(at, at + size));
  }
  table.end();
  return { ours: table.seen, theirs: second.end(), newline: table.dialect.newline };
}

const HEAD = 'date,model,input_tokens';
const rows = (end: string, count = 300) =>
  Array.from({ length: count }, (_, i) => `2026-01-01,"m,${i}",${i}${end}`).join('');

describe('two readers see the same', () => {
  test.each<[string, string | Uint8Array]>([
    ['LF', `${HEAD}\n${rows('\n')}`],
    ['CRLF', `${HEAD}\r\n${rows('\r\n')}`],
    ['CR alone', `${HEAD}\r${rows('\r')}`],
    ['no line end at the end', `${HEAD}\n${rows('\n')}`.slice(0, -1)],
    ['a mark', `\ufeff${HEAD}\n${rows('\n')}`],
    ['UTF-16', Buffer.from(`\ufeff${HEAD}\n${rows('\n')}`, 'utf16le')],
    ['a sep= line', `sep=;\r\n${`${HEAD}\r\n${rows('\r\n')}`.replaceAll(',', ';')}`],
    ['line ends and quotes within cells', `${HEAD}\n2026-01-01,"a\n""b""\r\nc",1\n${rows('\n')}`],
    ['characters of several bytes', `${HEAD}\n2026-01-01,é👋🏽,1\n${rows('\n')}`],
    ['blank lines', `${HEAD}\n\n${rows('\n')}\n\n`],
    ['LF after a first line of LF, and CRLF further down', `${HEAD}\n${rows('\r\n')}`],
    ['nothing', ''],
  ])('%s', (_, text) => {
    for (const size of [1, 7, 65_536, 1 << 22]) {
      const { ours, theirs } = read(text, size);
      expect(theirs).toEqual(ours);
    }
  });
});

test.each([
  ['a header ends with CRLF and rows with LF', `${HEAD}\r\n${rows('\n')}`, 'mixed'],
  [
    'one row among others ends with LF',
    `${HEAD}\r\n${rows('\r\n', 5)}2026-01-02,m,1\n${rows('\r\n', 5)}`,
    'mixed',
  ],
  ['all end with CRLF', `${HEAD}\r\n${rows('\r\n')}`, 'CRLF'],
  ['the last row has no end', `${HEAD}\r\n2026-01-02,m,1`, 'CRLF'],
])('where %s both readers see the same', (_, text, ends) => {
  const { ours, theirs, newline } = read(text);
  expect(theirs).toEqual(ours);
  expect(newline).toBe(ends);
});

test('two readers differ where cells hold carriage returns without quotes', () => {
  const { ours, theirs } = read(`${HEAD}\r\n${'2026-01-02,m\rm\rm,1\r\n'.repeat(9)}`);
  expect(theirs.rows).not.toBe(ours.rows);
});

test('a quote that is never closed does not fill memory', () => {
  const table = new Table();
  const second = new SecondReader(() => table.dialectSoFar);
  const piece = Buffer.from(`${HEAD}\n"${'x'.repeat(1 << 20)}`);
  table.feed(piece);
  second.feed(piece);
  for (let i = 0; i < 12; i++) second.feed(Buffer.alloc(1 << 20, 120));
  expect(second.end().lost).toBe(true);
});
