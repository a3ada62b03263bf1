import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Check } from '../vocabulary/check.ts';
import { type BrokenBodies, beforeBodies, noteBody } from './broken-bodies.ts';

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

test('those that tell of it wait for nobody who waits for them', () => {
  const checks = [
    { id: 'usage/stats-is-array', needs: ['path/stats'], considers: ['usage/names'] },
    { id: 'path/stats', needs: ['path/completion'] },
    { id: 'usage/totals-requests', needs: ['usage/stats-is-array'] },
  ] as unknown as Check[];
  const before = beforeBodies(checks);
  for (const id of [
    'usage/stats-is-array',
    'usage/summary-schema',
    'path/stats',
    'path/completion',
    'usage/names',
  ])
    expect(before).toContain(id);
  expect(before).not.toContain('usage/totals-requests');
});
