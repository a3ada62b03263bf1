import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Finding } from '../vocabulary/check.ts';
import { derivationOf } from '../vocabulary/derivation.ts';
import { contradiction } from './contradiction.ts';

const said = (place: string, actual: string, derived?: Finding['derived']): Finding => ({
  expected: 'something else',
  actual,
  place,
  exchanges: ['e1'],
  ...(derived && { derived }),
});

test.each([
  ['status', 'status 500', 'literal'],
  ['status', '422 (unstable: it held when repeated)', 'literal'],
  ['status', 'no error at all', 'computed'],
  ['header content-type', 'text/html', 'literal'],
  ['header content-type', 'absent', 'absent'],
  ['body /id', '"x"', 'literal'],
  ['body /id', 'null; when repeated: 12', 'literal'],
  ['body /id', 'absent', 'absent'],
  ['body /usage', 'total_tokens is -1', 'literal'],
  ['body /usage', '3, where 2 + 2 was told', 'computed'],
  ['byte 12', 'the comment “: ping”', 'literal'],
  ['byte 12', 'a further blank line', 'computed'],
  ['body, growth of the totals', '12 tokens are missing', 'computed'],
] as const)('at %s, %s is %s', (place, actual, derived) => {
  expect(derivationOf(said(place, actual))).toBe(derived);
});

test('what the judge says comes first', () => {
  expect(derivationOf(said('header x-echo', 'a key', 'computed'))).toBe('computed');
});

describe('what a finding says is looked up in its exchange', () => {
  const json = exchange({ status: 200, body: { id: 'x', list: [{ n: null }], 'a/b': 1 } });
  const stream = exchange({ body: ': ping\n\ndata: {"id":7}\n\n' });
  const other = exchange({ body: 'chunk: {"id":7}\n\n' });
  const pretty = exchange({ body: '{"a":\n  "\\n"}' });
  const bytes = exchange({ body: Buffer.from([0x61, 0xe9, 0x22]) });
  const late = exchange({ body: Buffer.concat([Buffer.alloc(40, 'a'), Buffer.from([0xe9])]) });
  test.each([
    ['a status', json, said('status', 'status 200'), true],
    ['another status', json, said('status', 'status 500'), false],
    ['a status of no answer', exchange({ status: null }), said('status', 'status 200'), false],
    ['a header', json, said('header content-type', 'application/json'), true],
    ['another header', json, said('header content-type', 'text/html'), false],
    ['a header that is not there', json, said('header x-none', 'absent'), true],
    ['a header that is there after all', json, said('header content-type', 'absent'), false],
    ['a member', json, said('body /id', '"x"'), true],
    ['a member in a list', json, said('body /list/0/n', 'null'), true],
    ['an escaped name', json, said('body /a~1b', '1'), true],
    ['another value', json, said('body /id', '"y"'), false],
    ['a member that is not there', json, said('body /none', 'absent'), true],
    ['a member that is there after all', json, said('body /id', 'absent'), false],
    ['a line', stream, said('byte 0', 'the comment “: ping”'), true],
    ['a line that is not there', stream, said('byte 8', 'the comment “: pong”'), false],
    ['a member of a chunk', stream, said('byte 8 /id', '7'), true],
    ['a member of a chunk in a field of another name', other, said('byte 0 /id', '7'), true],
    ['another member of a chunk', stream, said('byte 8 /id', '8'), false],
    ['bytes', bytes, said('byte 1', 'the bytes “e9 22”'), true],
    ['line ends beside escapes', pretty, said('byte 9', 'bytes, near “"a":\\n  "\\n”'), true],
    [
      'text before a broken byte',
      late,
      said('byte 40', `invalid UTF-8 near “${'a'.repeat(40)}\ufffd”`),
      true,
    ],
    ['other bytes', bytes, said('byte 1', 'the bytes “e9 23”'), false],
    ['the end', bytes, said('byte 3', 'the body ends there, after no event', 'absent'), true],
    ['no end', bytes, said('byte 2', 'the body ends there, after no event', 'absent'), false],
    ['what is worked out', json, said('body /id', 'too many of them'), true],
  ])('%s', (_, shown, finding, holds) => {
    expect(contradiction(finding, shown) === undefined).toBe(holds);
  });
});
