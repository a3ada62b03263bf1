import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import type { AnswerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import type { RequestSpec } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { daysAfter } from '../days.ts';
import { unpagedHistory } from './unpaged-history.ts';

const LAST = '2026-03-01';
const DAYS = 60;

/** Eight records for each of sixty days, in the order of time. */
const RECORDS = Array.from({ length: 8 * DAYS }, (_, n) => {
  const date = `${daysAfter(LAST, Math.floor(n / 8) - DAYS + 1)}T00:00:00Z`;
  return { ...usageRecord(n, { model: `m${n % 8}`, created_at: '2026-03-02T00:00:00Z' }), id: uuid(n), date };
});

const day = (text: string | null) => text?.slice(0, 10);

/** A service that cuts what lies in a range into pages like this, and has the records given. */
function serving(
  page: (all: typeof RECORDS, query: URLSearchParams) => typeof RECORDS | undefined,
  records = RECORDS,
) {
  const names = { start: 'start', end: 'end', limit: 'limit', offset: 'offset' };
  const base = { ...exchange({ body: records.slice(0, 50) }), startedAt: Date.parse('2026-03-12T12:00:00Z') };
  const found: Discovered = { names, unknownNames: 'ignored', stableIds: true, base, drifted: [] };
  let asked = 0;
  const send = async ({ path }: RequestSpec) => {
    const query = new URL(path, 'http://x').searchParams;
    const [start, end] = [day(query.get('start')) ?? '', day(query.get('end')) ?? '9'];
    const shown = page(
      records.filter(({ date }) => date.slice(0, 10) >= start && date.slice(0, 10) <= end),
      query,
    );
    asked++;
    return exchange(shown ? { id: `e${asked}`, body: shown } : { id: `e${asked}`, status: 500, body: {} });
  };
  const shared = new Map<string, unknown>();
  const context: Partial<CheckContext> = {
    settings: {} as CheckContext['settings'],
    round: 1,
    usageNames: async () => found,
    send,
    shared<T>({ name }: AnswerKey<T>, make: (ask: CheckContext) => Promise<T>) {
      if (!shared.has(name)) shared.set(name, make(context as CheckContext));
      return shared.get(name) as Promise<T>;
    },
  };
  return () => unpagedHistory(context as CheckContext, context as CheckContext, 'usage/stats-offset');
}

const number = (query: URLSearchParams, name: string, otherwise: number) =>
  Number(query.get(name) ?? otherwise);
const limit = (query: URLSearchParams) => Math.min(100, number(query, 'limit', 100));

test.each<[string, Parameters<typeof serving>[0]]>([
  ['the offset is ignored', (all, query) => all.slice(0, limit(query))],
  [
    'pages are cut at 99',
    (all, query) => {
      const from = number(query, 'offset', 0);
      return all.slice(from, from + Math.min(99, limit(query)));
    },
  ],
  ['a page size makes it stumble', (all, query) => (query.has('limit') ? undefined : all.slice(0, 100))],
])('where %s, as many days are looked at as come whole in one page', async (_, page) => {
  const { range, history, first, edges, paging } = await serving(page)();
  expect(range.end > LAST).toBe(true);
  const wanted = RECORDS.filter(({ date }) => date.slice(0, 10) >= range.start);
  expect(wanted.length).toBeGreaterThan(50);
  expect(first.records.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  expect(history.count).toBe(wanted.length);
  expect(edges.start.length).toBeGreaterThan(0);
  expect(paging.single?.most).toBeGreaterThan(wanted.length);
});

test.each<[string, Parameters<typeof serving>[0]]>([
  [
    'a page shows a record less than there is',
    (all, query) => all.slice(number(query, 'offset', 0)).slice(0, 7),
  ],
  ['everything comes whatever is asked for', (all) => (all.length > 0 ? RECORDS : [])],
])('where %s, nothing is known to be whole', async (_, page) => {
  await expect(serving(page)()).rejects.toThrow(Inconclusive);
});

test('a page behind which others come is not whole', async () => {
  // By weight rather than by number: fewer records than elsewhere, and yet not all.
  const page = (all: typeof RECORDS, query: URLSearchParams) => {
    const from = number(query, 'offset', 0);
    return all.slice(from, from + Math.min(limit(query), all.length > 100 ? 100 : Math.ceil(all.length / 2)));
  };
  await expect(serving(page)()).rejects.toMatchObject({ blockedBy: 'usage/stats-offset' });
});

test('a large page is taken where it is honoured, as days that are full come in no other', async () => {
  const full = Array.from({ length: 60 * DAYS }, (_, n) => {
    const date = `${daysAfter(LAST, Math.floor(n / 60) - DAYS + 1)}T00:00:00Z`;
    return { ...usageRecord(n, { model: `m${n}`, created_at: '2026-03-02T00:00:00Z' }), id: uuid(n), date };
  });
  const upTo = (most: number) => (all: typeof RECORDS, query: URLSearchParams) =>
    all.slice(0, Math.min(most, number(query, 'limit', 100)));
  const { history, paging } = await serving(upTo(1_000), full)();
  expect(paging.size).toBe(1_000);
  expect(history.count).toBeGreaterThan(500);
});
