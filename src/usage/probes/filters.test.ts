import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord } from '../../testing/usage-records.ts';
import { STATS, usagePath } from '../endpoints.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { nearMisses } from './filters.ts';

const ofModels = (...models: string[]) =>
  snapshotOf(
    [{ exchange: exchange({}), records: models.map((model, n) => usageRecord(n, { model })) }],
    true,
  );

test.each([
  ['a word', ['zephyr'], ['zephy', 'zephyr-x', 'zephy_']],
  ['a name that ends in an emoji', ['m😀'], ['m', 'm😀-x', 'm_']],
  ['one letter', ['m'], []],
  ['a part that exists', ['ab', 'a'], ['ab-x', 'a_']],
])('values like %s that no record has', (_, models, expected) => {
  const history = ofModels(...models);
  const near = nearMisses({ history } as ClosedHistory, 'model');
  expect(near).toEqual(expected);
  for (const model of near) expect(() => usagePath(STATS, { model: 'model' }, { model })).not.toThrow();
});

test('half of a character is not asked for', () => {
  expect(ofModels('m\ud800', 'm', '').whole.values('model')).toEqual([['m', 1]]);
  expect(usagePath(STATS, { model: 'model' }, { model: '\ud800' })).toContain('=%EF%BF%BD');
});
