import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { readExport } from '../csv/export.ts';
import { readAlike } from './export.ts';

const HEAD = 'date,model,input_tokens,output_tokens,total_tokens,total_requests';
/** More carriage returns in a row than lines end with. */
const ODD = '2026-01-01,m\rm\rm,1,2,3,1\r\n';
const row = (end: string) => `2026-01-01,m,1,2,3,1${end}`;

test.each<[string, string, string | undefined]>([
  ['line ends of one kind', `${HEAD}\r\n${row('\r\n').repeat(9)}`, undefined],
  ['a header of its own', `${HEAD}\r\n${row('\n').repeat(9)}`, undefined],
  ['one row among others', `${HEAD}\r\n${row('\r\n')}${row('\n')}${row('\r\n')}`, undefined],
  [
    'quoted cells before both ends',
    `${HEAD}\r\n2026-01-01,m,1,2,3,"1"\r\n2026-01-01,m,1,2,3,"1"\n`,
    undefined,
  ],
  ['carriage returns in cells', `${HEAD}\r\n${ODD.repeat(9)}`, 'papaparse reads 29 rows with 79 fields'],
  [
    'carriage returns in cells, before more rows than a row may have characters',
    `${HEAD}\r\n${ODD.repeat(9)}${row('\n').repeat(250_000)}`,
    'papaparse reads a row of more than 4194304 characters',
  ],
  ['a cell without an end is told by another check', `${HEAD}\n"${'x'.repeat(5_000_000)}"\n`, undefined],
  ['a long cell', `${HEAD}\n"${'x'.repeat(3_000_000)}",m,1,2,3,1\n${row('\n')}`, undefined],
  ['a broken form is told by another check', `${HEAD}\r\n${row('\n')}1,2\n${row('\n')}`, undefined],
])('%s', async (_, body, actual) => {
  const answer = exchange({ status: 200, headers: { 'content-type': 'text/csv' }, body });
  const found = readAlike({ exchange: answer, table: await readExport(answer, {} as never) });
  expect(found.map((f) => f.actual)).toEqual(actual === undefined ? [] : [actual]);
});
