import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { leaksOf } from './leaks.ts';

function leaking(id: string, ...leaks: string[]): Exchange {
  const made = exchange({ id });
  return { ...made, response: { ...made.response!, leaks } };
}

test('no leak, or another secret than a key: no finding', () => {
  expect(leaksOf([])).toEqual([]);
  expect(leaksOf([leaking('e1', 'another secret')])).toEqual([]);
});

test('each header, and the first byte of a body, with how many answers have it there', () => {
  const body = Buffer.from('{"echo":"************"}');
  const one = leaking('e1', 'plain');
  const response = { ...one.response!, leakedIn: [['plain', 'header x-echo']] as const };
  const two = leaking('e2', 'plain', 'base64');
  const inBody = {
    ...two.response!,
    body: { ...two.response!.body, bytes: body },
    leakedIn: [
      ['plain', 'body'],
      ['base64', 'header x-other'],
    ] as const,
  };
  const [plain, base64] = leaksOf([
    { ...one, response },
    { ...two, response: inBody },
  ]);
  expect(base64).toMatchObject({ place: 'header x-other', exchanges: ['e2'], derived: 'computed' });
  expect(base64!.actual).not.toContain('x-echo');
  expect(plain).toMatchObject({ place: 'header x-echo', exchanges: ['e1', 'e2'] });
  expect(plain!.actual).toMatch(
    /^a key in 2 responses \(plain\): header x-echo of 1; body of 1, at byte 9 in the first; first in/,
  );
});

test('one finding for each form, the most frequent first, with the exchanges in the order in which they began', () => {
  const found = leaksOf([leaking('e10', 'plain'), leaking('e9', 'plain', 'base64')]);
  expect(found.map((f) => [f.actual.match(/\((.*?)\)/)?.[1], f.exchanges])).toEqual([
    ['plain', ['e9', 'e10']],
    ['base64', ['e9']],
  ]);
});
