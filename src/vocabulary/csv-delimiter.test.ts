import { expect, test } from 'vitest';
import { delimiterIn } from './csv-delimiter.ts';

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
])('the delimiter of %j is %j', (header, delimiter) => expect(delimiterIn(header)).toBe(delimiter));
