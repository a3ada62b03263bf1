import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS, VARIANTS } from '../../reference/src/deviations/index.ts';
import { checksDigest } from '../run/digest.ts';
import { PACKAGE_ROOT, SUITE_VERSION } from '../run/suite.ts';
import { coveringRows } from './pairs.ts';
import { perform } from './perform.ts';

/** Every so many-th of a list, so that a sample has something of each area. */
const every = <T>(list: readonly T[], step: number): T[] => list.filter((_, i) => i % step === 0);

describe('a sample of the matrix', () => {
  test('leaves the reference service alone', { timeout: 120_000 }, async () => {
    const done = await perform({ kind: 'baseline', seed: 1, network: true });
    expect(done.error).toBeUndefined();
    expect(done.untrue).toEqual([]);
    expect(done.variants?.complaints).toEqual([]);
    expect(Object.values(done.verdicts)).not.toContain('warn');
  });

  test.each(every(FAULTS, 40).map((fault) => fault.id))('catches %s', { timeout: 120_000 }, async (id) => {
    const done = await perform({ kind: 'fault', id, seed: 1, network: true });
    expect(done.error).toBeUndefined();
    expect(done.untrue).toEqual([]);
    expect(done.fault).toMatchObject({ caught: true, shownBy: expect.stringContaining('/api/v1/') });
  });

  test.each(every(VARIANTS, 12).map((variant) => variant.id))(
    'leaves %s alone',
    { timeout: 120_000 },
    async (id) => {
      const done = await perform({ kind: 'variants', ids: [id], seed: 1, network: true });
      expect(done.error).toBeUndefined();
      expect(done.untrue).toEqual([]);
      expect(done.variants?.complaints).toEqual([]);
    },
  );

  test('leaves many variants at once alone', { timeout: 120_000 }, async () => {
    const ids = coveringRows(VARIANTS)[0]!.map((variant) => variant.id);
    const done = await perform({ kind: 'variants', ids, seed: 1, network: true });
    expect(done.untrue).toEqual([]);
    expect(done.variants?.complaints).toEqual([]);
  });
});

describe('the proof that reports quote', () => {
  const proof = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'reports', 'proof.json'), 'utf8')) as {
    suiteVersion: string;
    checksDigest: string;
    faults: { known: number; caught: number };
    variants: { known: number; leftAlone: number };
  };

  test('was obtained with these checks: run `npm run prove` after changing them', () => {
    expect(proof.checksDigest).toBe(checksDigest());
    expect(proof.suiteVersion).toBe(SUITE_VERSION);
  });

  test('knows these faults and variants, and holds', () => {
    expect(proof.faults).toEqual({ known: FAULTS.length, caught: FAULTS.length });
    expect(proof.variants).toEqual({ known: VARIANTS.length, leftAlone: VARIANTS.length });
  });
});
