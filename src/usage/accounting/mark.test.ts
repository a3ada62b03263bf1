import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { markOf } from './mark.ts';

const at = Date.UTC(2026, 0, 15, 12);
const AN_ID = '3f1c2b7e-5a0d-4c11-9f53-0c2b6a1d7e90';
const OTHER_ID = '8d2a90b1-77aa-4f0e-8a11-b1c2d3e4f5a6';

const completed = (id: string, more: { created?: number; date?: string } = {}) =>
  exchange({
    startedAt: at,
    body: { id, ...(more.created !== undefined && { created: more.created }) },
    headers: { 'content-type': 'application/json', ...(more.date && { date: more.date }) },
  });

test.each([
  ['an id that tells it', completed('chatcmpl-Ab3dE6gH9'), true],
  ['a UUID alone', completed(`chatcmpl-${AN_ID}`), false],
  ['a UUID and a time of creation', completed(AN_ID, { created: at / 1000 }), true],
  ['a counter and a Date header', completed('17', { date: new Date(at).toUTCString() }), true],
  ['a time of creation that can be none of this run', completed('17', { created: 1_000_000_000 }), false],
])('%s: fresh, %s', (_, first, fresh) => {
  expect(markOf([first], 1).fresh).toBe(fresh);
});

test('a stored run, with other UUIDs, has the same word', () => {
  const word = (id: string) => markOf([completed(id, { created: at / 1000 })], 1).word;
  expect(word(AN_ID)).toBe(word(OTHER_ID));
});

test('another second is another word', () => {
  const word = (created: number) => markOf([completed(AN_ID, { created })], 1).word;
  expect(word(at / 1000)).not.toBe(word(at / 1000 + 1));
});
