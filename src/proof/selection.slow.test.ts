import { describe, expect, test } from 'vitest';
import type { Fault } from '../../reference/src/deviation.ts';
import { FAULTS, findDeviation } from '../../reference/src/deviations/index.ts';
import { randomStream } from '../vocabulary/random.ts';
import { compareSelections } from './selection.ts';

/** Faults of the sample; `npm run prove -- --selection N` draws as many as are wanted. */
const SAMPLE = 8;
const SEED = 1;

describe('which other checks are selected changes no verdict into another decided one', () => {
  const twice = findDeviation('accounting/for-two-organizations') as Fault;
  test.each([
    ['without the check that reads the other organization first', /^isolation\/others-before$/],
    ['with isolation and accounting alone', /^(?!(isolation|accounting)\/)/],
  ] as const)('%s', async (_, skipped) => {
    const { changed, found } = await compareSelections(twice, SEED, (id) => skipped.test(id));
    expect(changed).toEqual([]);
    expect(found).toBeGreaterThan(0);
  });

  const random = randomStream(`selection ${SEED}`);
  const drawn = FAULTS.filter((fault) => !fault.network && !fault.undecidable && fault.level === 'must')
    .map((fault) => ({ fault, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, SAMPLE);
  test.each(drawn)('$fault.id, without half of the other checks', async ({ fault }) => {
    const { changed, found } = await compareSelections(fault, SEED);
    expect(changed).toEqual([]);
    expect(found).toBeGreaterThan(0);
  });
});
