import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { declaredCharset, readExport } from './export.ts';

const labelled = (type: string, body: unknown = 'a,b\n') =>
  exchange({ body, headers: { 'content-type': type } });

test.each([
  ['text/csv; charset=ISO-8859-1', 'windows-1252'],
  ['text/csv;charset="shift_jis"', 'shift_jis'],
  ['text/csv; charset=utf-8', undefined],
  ['text/csv; charset=UTF-16', undefined],
  ['text/csv; charset=no-such-thing', undefined],
  ['text/csv', undefined],
])('%s', (type, charset) => {
  expect(declaredCharset(labelled(type))).toBe(charset);
});

test('an export is read in the encoding that it says it is in', async () => {
  const bytes = Buffer.from('email,input_tokens\njürgen@büro.example,4\n', 'latin1');
  const table = await readExport(labelled('text/csv; charset=iso-8859-1', new Uint8Array(bytes)), {});
  expect(table.sample).toEqual([['jürgen@büro.example', '4']]);
  expect(table.text.dialect.encoding).toBe('windows-1252');
  expect(table.text.irregular.size).toBe(0);
});
