import { cell, cells, csv, lines } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

/** The CSV format: columns, quoting, rows of one length, numbers (4.4). */
export const csvForm: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/export-columns-swapped',
      '4.4',
      'the column titles of input and output tokens are swapped',
      csv({
        columns: [
          ['id', 'id'],
          ['email', 'email'],
          ['model', 'model'],
          ['model_provider', 'model_provider'],
          ['source', 'source'],
          ['input_tokens', 'output_tokens'],
          ['output_tokens', 'input_tokens'],
          ['total_tokens', 'total_tokens'],
          ['total_requests', 'total_requests'],
          ['date', 'date'],
        ],
      }),
    ],
    [
      'usage/export-unquoted',
      '4.4',
      'cells with commas and quotes are written without quoting',
      lines(function* (all) {
        for (const line of all) yield line.replaceAll('"', '');
      }),
      {
        bases: {
          'csv/semicolon': {
            hidden: 'no cell holds a semicolon: only quotes are lost, and the words differ',
          },
          'csv/separator-line': {
            hidden: 'no cell holds a semicolon: only quotes are lost, and the words differ',
          },
          'csv/tab': { hidden: 'no cell holds a tab: only quotes are lost, and the words differ' },
        },
      },
    ],
    [
      'usage/export-quotes-not-doubled',
      '4.4',
      'quotes within cells are not doubled',
      lines(function* (all) {
        for (const line of all) yield line.replaceAll('""', '"');
      }),
    ],
    [
      'usage/export-ragged',
      '4.4',
      'some rows have a missing cell',
      cells((row, _, i) => (i % 7 === 3 ? row.slice(0, -1) : row)),
    ],
    [
      'usage/export-ragged-long',
      '4.4',
      'some rows have an extra cell',
      cells((row, _, i) => (i % 7 === 3 ? [...row, ''] : row)),
    ],
    [
      'usage/export-last-line-cut',
      '4.4',
      'the last row of the export is truncated',
      lines(function* (all) {
        let held: string | undefined;
        for (const line of all) {
          if (held !== undefined) yield held;
          held = line;
        }
        if (held !== undefined) yield held.slice(0, held.length / 2);
      }),
      hidden('the totals row has other fields than all other rows', 'csv/totals'),
    ],
    [
      'usage/export-error-inside',
      '4.4',
      'an error message ends the export',
      lines(function* (all) {
        yield* all;
        yield 'Error: canceling statement due to statement timeout\n';
      }),
    ],
    [
      'usage/export-scientific',
      '4.4',
      'token counts are in scientific notation',
      cell('input_tokens', (text) => Number(text).toExponential(2)),
    ],
    [
      'usage/export-thousands',
      '4.4',
      'token counts have separators for thousands',
      cell('input_tokens', (text) => `${text.slice(0, -3)}.${text.slice(-3)}`),
    ],
    [
      'usage/export-none',
      '4.4',
      'zero is exported as None',
      cell('output_tokens', (text, row) => (row % 5 === 0 ? 'None' : text)),
    ],
    [
      'usage/export-rounded',
      '4.4',
      'token counts are rounded to tens',
      cell('input_tokens', (text) => String(Math.round(Number(text) / 10) * 10)),
    ],
  ]),
  ...faults('should', 'usage/*', [
    [
      'usage/export-header-repeated',
      '4.4',
      'the header is repeated every hundred rows',
      lines(function* (all) {
        let head: string | undefined;
        let i = 0;
        for (const line of all) {
          head ??= line;
          if (i > 0 && i % 100 === 0) yield head;
          i++;
          yield line;
        }
      }),
      hidden('no export of closed days has more than a hundred rows', 'usage/101-records'),
    ],
    [
      'usage/export-total-wrong',
      '4.4',
      'the total of an exported row is not the sum of input and output',
      cell('total_tokens', (text, row) => (row === 4 ? String(Number(text) + 1) : text)),
    ],
    [
      'usage/export-returns-in-cells',
      '4.4',
      'cells contain unquoted carriage returns, which readers take for line ends',
      lines(function* (all) {
        for (const line of all) yield line.replace('@', '\r@\r');
      }),
      {
        bases: {
          'csv/lf': { hidden: 'the header ends with a line feed' },
          'csv/all-quoted': { hidden: 'the cells have quotes' },
          'csv/separator-line': { hidden: 'the first line ends with a line feed' },
        },
      },
    ],
    ['usage/export-header-missing', '4.4', 'the export has no header', csv({ header: false })],
  ]),
];
