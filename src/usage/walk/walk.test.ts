import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import type { Requester } from '../../vocabulary/check.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { walk } from './walk.ts';

const record = (n: number) => usageRecord(n, { user_id: uuid(n) });

/** A service whose pages come from this; null refuses. */
function service(page: (offset: number, size: number) => number[] | null) {
  let asked = 0;
  const send: Requester['send'] = async ({ path }) => {
    asked++;
    const query = new URL(path, 'http://service.test').searchParams;
    const records = page(Number(query.get('offset') ?? 0), Number(query.get('limit')));
    return records === null
      ? exchange({ status: 400, body: {} })
      : exchange({ id: `e${asked}`, body: records.map(record) });
  };
  const ask = { send, sendOnce: send } as Requester;
  const names = { limit: 'limit', offset: 'offset' };
  return {
    asked: () => asked,
    walk: (known?: number) =>
      walk(ask, { names, size: 10, stableIds: true, ...(known && { known }) }, {}, 'records'),
  };
}

const upTo = (count: number) => (offset: number, size: number) =>
  Array.from({ length: Math.max(0, Math.min(size, count - offset)) }, (_, i) => offset + i);

test.each([
  ['a short history', upTo(25), 25, 3],
  ['a history of full pages', upTo(30), 30, 4],
  // One more question tells that it has an end.
  ['a long history', upTo(995), 995, 101],
  [
    'a long history whose service refuses far offsets',
    (offset: number, size: number) => (offset > 10_000 ? null : upTo(995)(offset, size)),
    995,
    101,
  ],
])('%s is walked to its end', async (_, page, count, requests) => {
  const { walk, asked } = service(page);
  expect((await walk()).count).toBe(count);
  expect(asked()).toBe(requests);
});

test.each([
  ['as many', 25, 25, 3],
  ['fewer', 15, 25, 3],
  ['more', 45, 25, 5],
  ['full pages', 30, 30, 4],
])(
  'pages of a number that is known are asked for at once: %s are there',
  async (_, count, known, requests) => {
    const { walk, asked } = service(upTo(count));
    const walked = walk(known);
    expect(asked()).toBe(3);
    expect((await walked).count).toBe(count);
    expect(asked()).toBe(requests);
  },
);

test('pages that never end are given up after some', async () => {
  let made = 0;
  const { walk, asked } = service((_, size) => Array.from({ length: size }, () => made++));
  await expect(walk()).rejects.toThrow(Inconclusive);
  expect(asked()).toBeLessThan(60);
});

test('the same page for every offset is the check of offsets to tell', async () => {
  const { walk, asked } = service((_, size) => upTo(100)(0, size));
  await expect(walk()).rejects.toMatchObject({ blockedBy: 'usage/stats-offset' });
  expect(asked()).toBe(2);
});
