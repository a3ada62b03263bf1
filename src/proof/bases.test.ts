import { describe, expect, it } from 'vitest';
import type { Fault } from '../../reference/src/deviation.ts';
import { findDeviation, VARIANTS } from '../../reference/src/deviations/index.ts';
import { BASES, hiddenOn, OPPOSITE, variantsOf } from './bases.ts';
import { compatible } from './pairs.ts';

const pairs = <T>(list: readonly T[]) =>
  list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as const));

describe('a base', () => {
  it.each(BASES.flatMap((base) => [1, 2, 3].map((seed) => [base, seed] as const)))(
    '%s of seed %i is a service that could exist, and that nobody may accuse',
    (base, seed) => {
      const variants = variantsOf(base, seed);
      expect(variants.length).toBeGreaterThan(20);
      expect(pairs(variants).filter(([a, b]) => !compatible(a, b))).toEqual([]);
      expect(variants.filter((variant) => variant.mayWarn || variant.undecided)).toEqual([]);
    },
  );

  it('does otherwise whatever can be done otherwise', () => {
    const opposite = variantsOf('opposite', 1);
    const fits = VARIANTS.filter(
      (v) =>
        !v.mayWarn &&
        !v.undecided &&
        !v.settings &&
        !OPPOSITE.includes(v.id) &&
        opposite.every((o) => compatible(o, v)),
    );
    // What is left would be a burden on the run and no other style, or leave too few records for faults to show in; what
    // needs settings asks for more of the run.
    const facets = [...new Set(fits.map(({ facet }) => facet))].sort();
    expect(facets).toEqual(['hidden-prompt', 'history', 'latency', 'load']);
  });

  it('is drawn by its seed', () => {
    const ids = (seed: number) => variantsOf('mix', seed).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
  });

  it('hides a fault that one of its variants hides', () => {
    const fault = findDeviation('accounting/stream-output-lost') as Fault;
    expect(hiddenOn(fault, 'opposite', 1)).toMatch(/stream/);
    expect(hiddenOn(fault, 'stream/no-space', 1)).toBeUndefined();
  });

  it('is unknown by any other name', () => {
    expect(() => variantsOf('nowhere', 1)).toThrow(new TypeError('no base nowhere'));
  });
});
