import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { contentHash } from '../vocabulary/exchange.ts';
import { soundAtAnyPlace } from './error-places.ts';

/** Errors at these positions, one after another, or at the same time. */
const at = (places: readonly number[], { status = 500, apartMs = 1_000 } = {}) =>
  places.map((place, i) => ({
    ...exchange({ id: `e${i + 1}`, status, startedAt: i * apartMs, endMs: 100 }),
    ...(place > 1 && { onConnection: { place, after: 'e0' } }),
  }));
/** The same request was accepted at these positions. */
const accepted = (...places: number[]) => new Map([[contentHash(exchange()), new Set(places)]]);

test('every 40th request of a connection fails', () => {
  const [found] = soundAtAnyPlace(at([40, 40, 80, 120]), accepted(1, 39, 41, 60, 90));
  expect(found).toMatchObject({ clause: '4.1', exchanges: ['e1', 'e2', 'e3', 'e4'] });
  expect(found?.actual).toContain(
    '4 requests that got another status elsewhere, each at position 40 of its connection',
  );
  expect(found?.as).toBeUndefined();
});

test.each([
  ['no error', at([]), accepted(1, 2)],
  ['requests that always get it', at([2, 4, 6]), new Map([['another', new Set([1, 3, 5])]])],
  ['two of them', at([40, 80]), accepted(1)],
  ['one of them elsewhere', at([40, 41, 80]), accepted(1)],
  ['one of them on a new connection', at([40, 1, 80]), accepted(2)],
  ['an accepted request at such a position', at([40, 40, 120]), accepted(1, 80)],
  ['all of them at the same time', at([40, 40, 40], { apartMs: 10 }), accepted(1)],
  ['a status of load', at([40, 80, 120], { status: 503 }), accepted(1)],
])('%s says nothing of positions', (_, errors, places) => {
  expect(soundAtAnyPlace(errors, places)).toEqual([]);
});
