import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { FailureKind } from '../vocabulary/exchange.ts';
import { bodyEnds } from './ending.ts';

const broken = (kind: FailureKind, headers: Record<string, string>) =>
  bodyEnds({
    exchanges: [exchange({ id: 'e7', headers, failure: { kind, message: 'it broke' } }), exchange()],
    broken: true,
  })[0];

test('a body that ends as its framing says is left alone', () => {
  expect(bodyEnds({ exchanges: [exchange()], broken: false })).toEqual([]);
});

test('a body that breaks off is told by its place', () => {
  expect(broken('cut', {})).toMatchObject({ place: 'byte 0', exchanges: ['e7', 'e1'] });
});

test.each([
  [
    'two framings',
    { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' },
    /Content-Length: 2.*Transfer-Encoding/,
  ],
  ['a name with a space', { 'X Cost': '3' }, /“X Cost: 3”/],
  ['nothing that explains it', { 'X-Cost': '3' }, /^it broke, each time/],
])('a head with %s is told of 4.1', (_, headers, actual) => {
  const found = broken('head', headers);
  expect(found).toMatchObject({ clause: '4.1', place: 'head' });
  expect(found!.actual).toMatch(actual);
});
