import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { PLAIN_CSV } from '../csv-style.ts';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each<[string, string[], Partial<typeof PLAIN_CSV>]>([
    ['plain', ['a', '1'], {}],
    ['the delimiter inside', ['a,b', '1'], {}],
    ['another delimiter inside', ['a;b', 'c,d'], { delimiter: ';' }],
    ['quotes inside', ['say "x"', '"'], {}],
    ['line ends inside', ['a\r\nb', 'c\nd'], {}],
    ['empty cells', ['', '', 'x'], {}],
    ['all quoted', ['a', '', '"'], { quoting: 'all' }],
    ['spaces and other scripts', [' a ', 'zoë', '例え'], {}],
  ])('is read back as it was: %s', (_name, cells, style) => {
    const line = csvLine(cells, { ...PLAIN_CSV, ...style });
    const { data } = Papa.parse(line, {
      delimiter: style.delimiter ?? ',',
      newline: '\r\n',
      skipEmptyLines: true,
    });
    expect(data).toEqual([cells]);
  });
});
