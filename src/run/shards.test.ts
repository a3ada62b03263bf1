import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import { areaOf } from '../vocabulary/areas.ts';
import { plan } from './request-plan.ts';
import { checksOfShard, MOST_SHARDS, shardOfCheck } from './shards.ts';

const selected = selectChecks(CHECKS, 'standard', [], []);
const at = (id: string) => selected.findIndex((check) => check.id === id);
const counts = Array.from({ length: MOST_SHARDS }, (_, i) => i + 1);

test.each(counts)('%i shards ask every check once', (of) => {
  const shards = Array.from({ length: of }, (_, i) => checksOfShard(selected, { index: i + 1, of }));
  expect(shards.flat().toSorted((a, b) => at(a.id) - at(b.id))).toEqual(selected);
});

test('what is measured alone, and all that is billed, is asked by the last shard', () => {
  const shardOf = shardOfCheck(3);
  const apart = CHECKS.filter((check) => shardOf(check) !== 3);
  expect(new Set(apart.map(({ id }) => areaOf(id)))).toEqual(new Set(['request', 'usage']));
});

test('a selection that leaves nothing for a shard is told', () => {
  const streams = selectChecks(CHECKS, 'standard', ['stream/*'], []);
  expect(checksOfShard(streams, { index: 3, of: 3 })).toEqual(streams);
  expect(() => checksOfShard(streams, { index: 1, of: 3 })).toThrow(/fewer shards/);
  expect(() => checksOfShard(streams, { index: 1, of: MOST_SHARDS + 1 })).toThrow(/at most/);
});

describe('a shard that is not the last', () => {
  test.each([2, 3, MOST_SHARDS])('of %i pays for four completions at most', async (of) => {
    for (let index = 1; index < of; index++) {
      const settings = { profile: 'standard', seed: 3, reasoningModel: 'r' } as const;
      const { total } = plan(checksOfShard(selected, { index, of }), settings, ['main']);
      expect(total.billable).toBeLessThanOrEqual(4);
    }
  });
});
