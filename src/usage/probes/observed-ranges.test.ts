import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { endOf } from './observed-ranges.ts';

const NONE = exchange({ body: [] });
const SOME = exchange({ body: [{ id: 'r1' }] });

test.each([
  ['included', SOME, SOME],
  ['not included', NONE, SOME],
  ['not seen: no records on the day that was asked for', NONE, NONE],
  ['status 422', exchange({ status: 422 }), SOME],
])('the end date is %s', (said, oneDay, longer) => {
  expect(endOf(oneDay, longer)).toBe(said);
});
