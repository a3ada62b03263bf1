import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { acceptedAlways, refusedOnly } from './accepted-always.ts';

const body = (content: string) => ({ model: 'm', messages: [{ role: 'user', content }], max_tokens: 4 });

let serial = 0;
const sent = (content: string, status: number, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange({
    id: `e${++serial}`,
    owner: 'request/accepts-plain',
    request: body(content),
    requestHeaders: [['content-type', 'application/json']],
    status,
    startedAt: serial * 1_000,
    endMs: 100,
  }),
  ...more,
});

test('requests that are accepted, or refused, whenever they are sent are left alone', () => {
  expect(acceptedAlways([sent('a', 200), sent('a', 200), sent('b', 422), sent('b', 422)])).toEqual([]);
});

test('two that were refused with one status and accepted at another time fail', () => {
  const all = [sent('a', 422), sent('a', 200), sent('b', 200), sent('b', 422)];
  expect(acceptedAlways(all)).toMatchObject([
    { clause: '4.1', actual: 'status 422 for 2 requests that were accepted at another time' },
  ]);
  expect(acceptedAlways(all)[0]!.as).toBeUndefined();
});

test('500 for three or more that were accepted at another time warns, and for fewer says nothing', () => {
  const failing = (count: number) =>
    Array.from({ length: count }, (_, i) => [sent(`s${i}`, 500), sent(`s${i}`, 200)]).flat();
  expect(acceptedAlways(failing(2))).toEqual([]);
  expect(acceptedAlways(failing(3))).toMatchObject([
    { as: 'warn', actual: 'status 500 for 3 requests that were accepted at another time' },
  ]);
});

test('401 for a key that is accepted again fails, and one that expired says nothing', () => {
  const refused = [sent('a', 200), sent('a', 401), sent('b', 401), sent('b', 200)];
  expect(acceptedAlways([...refused, sent('c', 200)])).toMatchObject([
    { actual: 'status 401 for 2 requests that were accepted at another time' },
  ]);
  const expired = [sent('a', 200), sent('b', 200), sent('a', 401), sent('b', 401)];
  expect(acceptedAlways(expired)).toEqual([]);
});

test.each([
  ['a single one warns', [sent('a', 422), sent('a', 200)], 'warn'],
  [
    'statuses of the moment say nothing',
    [sent('a', 429), sent('a', 200), sent('b', 403), sent('b', 200)],
    undefined,
  ],
  [
    'what is sent with another key says nothing',
    [sent('a', 422, { owner: 'billing/shapes' }), sent('a', 200)],
    undefined,
  ],
])('%s', (_, all, as) => {
  expect(acceptedAlways(all)[0]?.as).toBe(as);
});

test('what they have in common is told', () => {
  const refused = sent('c', 422);
  const after = { onConnection: { place: 2, after: refused.id } };
  const all = [refused, sent('a', 422, after), sent('a', 200), sent('b', 422, after), sent('b', 200)];
  expect(acceptedAlways(all)[0]!.actual).toMatch(/each after a refusal on its connection$/);
  const at = { startedAt: 99_000 };
  const together = [sent('a', 422, at), sent('b', 422, at), sent('a', 200), sent('b', 200)];
  expect(acceptedAlways(together)[0]!.actual).toMatch(/each while other completions were under way$/);
});

test('what some of the accepted ones had too is not told', () => {
  const refused = sent('c', 422);
  const after = { onConnection: { place: 2, after: refused.id } };
  const all = [refused, sent('a', 422, after), sent('a', 200, after), sent('b', 422, after), sent('b', 200)];
  expect(acceptedAlways(all)[0]!.actual).toMatch(/accepted at another time$/);
  const at = { startedAt: 99_000 };
  const together = [sent('a', 422, at), sent('b', 422, at), sent('a', 200, at), sent('b', 200)];
  expect(acceptedAlways(together)[0]!.actual).toMatch(/accepted at another time$/);
});

test('requests that were only refused are those to ask for again', () => {
  expect(refusedOnly([sent('a', 422), sent('a', 200), sent('b', 422), sent('b', 400)])).toHaveLength(1);
});
