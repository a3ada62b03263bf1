import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { type BrokenBodies, noteBody } from './notes.ts';

const STATS = 'http://service.test/api/v1/usage/stats?limit=5';
const failure = { kind: 'reset', message: 'the connection was reset within the body' } as const;

test.each([
  ['stats', STATS, 'usage/stats-is-array'],
  ['the summary', 'http://service.test/api/v1/usage/summary', 'usage/summary-schema'],
  ['the export', 'http://service.test/api/v1/usage/export?start=2026-01-01', 'usage/export-is-csv'],
  ['a completion', 'http://service.test/api/v1/chat/completions', undefined],
])('a body of %s that breaks off', (_, url, judge) => {
  const broken: BrokenBodies = new Map();
  noteBody(broken, exchange({ method: 'GET', url, failure }));
  expect(broken.get(url)).toBe(judge);
});

test('is forgotten when the same question is answered as a whole', () => {
  const broken: BrokenBodies = new Map();
  noteBody(broken, exchange({ method: 'GET', url: STATS, failure }));
  noteBody(broken, exchange({ method: 'GET', url: `${STATS}&offset=5` }));
  expect(broken.size).toBe(1);
  noteBody(broken, exchange({ method: 'GET', url: STATS }));
  expect(broken.size).toBe(0);
});

test('is none where nothing came at all', () => {
  const broken: BrokenBodies = new Map();
  noteBody(broken, exchange({ method: 'GET', url: STATS, status: null, failure }));
  expect(broken.size).toBe(0);
});
