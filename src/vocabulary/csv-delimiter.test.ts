import { expect, test } from 'vitest';
import { delimiterOf } from './csv-delimiter.ts';

test.each([
  ['id,user_id,date', ','],
  ['id;"a,b,c,d";date', ';'],
  ['id\tuser_id', '\t'],
  ['id|user_id', '|'],
  ['id^user_id^model^date', '^'],
  ['id\u0001user_id\u0001model\u0001date', '\u0001'],
  ['id:user_id:model:date', ':'],
  ['"id" "user_id" "date"', ' '],
  ['Usage: April', ','],
  ['id', ','],
  ['"a:b:c:d:e"', ','],
  ['', ','],
  ['# Usage report\n# Generated 2026-11-30T12:00:00Z\n\nid\tuser_id\tdate\na, b\t1\t2', '\t'],
  ['Usage report, November\nid;user_id;date', ';'],
  ['### Usage ###\nid;user_id', ';'],
  ['name;tokens\n"a,b,c";5', ';'],
])('the delimiter of %j is %j', (header, delimiter) => expect(delimiterOf(header)).toBe(delimiter));
