import { expect, test } from 'vitest';
import { quotingFault } from './quoting.ts';

test.each<[string, ReturnType<typeof quotingFault>]>([
  ['a,b', undefined],
  ['', undefined],
  ['"a,""b""\n",c', undefined],
  ['"",""', undefined],
  ['a,"b', { kind: 'quote that is never closed', at: 0 }],
  ['a,"b""', { kind: 'quote that is never closed', at: 0 }],
  ['"a" ,b', { kind: 'text after a closing quote', at: 3 }],
  ['a,"b"c', { kind: 'text after a closing quote', at: 5 }],
  ['a,5" disk', { kind: 'quote in an unquoted field', at: 3 }],
  ['a b "c",d', { kind: 'quote in an unquoted field', at: 4 }],
])('%j', (text, fault) => {
  expect(quotingFault(text, ',')).toEqual(fault);
});
