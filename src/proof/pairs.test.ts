import { describe, expect, test } from 'vitest';
import type { Variant } from '../../reference/src/deviation.ts';
import { VARIANTS } from '../../reference/src/deviations/index.ts';
import { compatible, coveringRows } from './pairs.ts';

const variant = (id: string, facet: string, against: string[] = []): Variant => ({
  kind: 'variant',
  id,
  facet,
  against,
  clause: '7',
  title: id,
  change: () => ({}),
});

describe('combinations of variants', () => {
  test.each([
    ['of different facets go together', variant('a', 'x'), variant('b', 'y'), true],
    ['of one facet do not', variant('a', 'x'), variant('b', 'x'), false],
    ['that exclude a facet do not', variant('a', 'x', ['y']), variant('b', 'y'), false],
    ['that exclude an id do not', variant('a', 'x'), variant('b', 'y', ['a']), false],
    ['that exclude all do not', variant('a', 'x', ['*']), variant('b', 'y'), false],
  ])('%s', (_, a, b, expected) => {
    expect(compatible(a, b)).toBe(expected);
    expect(compatible(b, a)).toBe(expected);
  });

  test('cover every compatible pair, and nothing else is in them', () => {
    const rows = coveringRows(VARIANTS);
    const covered = new Set(rows.flatMap((row) => row.flatMap((a) => row.map((b) => `${a.id} ${b.id}`))));
    const wanted = VARIANTS.flatMap((a) =>
      VARIANTS.filter((b) => compatible(a, b)).map((b) => `${a.id} ${b.id}`),
    );
    expect(wanted.filter((pair) => !covered.has(pair))).toEqual([]);
    const wrong = rows.flatMap((row) => row.filter((a) => row.some((b) => a !== b && !compatible(a, b))));
    expect(wrong).toEqual([]);
  });
});
