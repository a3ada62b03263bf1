import { describe, expect, test } from 'vitest';
import type { Freedom } from '../reference/deviation.ts';
import { FREEDOMS } from '../reference/deviations.ts';
import { compatible, coveringRows } from './pairs.ts';

const freedom = (id: string, facet: string, against: string[] = []): Freedom => ({
  kind: 'freedom',
  id,
  facet,
  against,
  clause: '7',
  title: id,
  change: () => ({}),
});

describe('combinations of freedoms', () => {
  test.each([
    ['of different facets go together', freedom('a', 'x'), freedom('b', 'y'), true],
    ['of one facet do not', freedom('a', 'x'), freedom('b', 'x'), false],
    ['that exclude a facet do not', freedom('a', 'x', ['y']), freedom('b', 'y'), false],
    ['that exclude an id do not', freedom('a', 'x'), freedom('b', 'y', ['a']), false],
    ['that exclude all do not', freedom('a', 'x', ['*']), freedom('b', 'y'), false],
  ])('%s', (_, a, b, expected) => {
    expect(compatible(a, b)).toBe(expected);
    expect(compatible(b, a)).toBe(expected);
  });

  test('cover every compatible pair, and nothing else is in them', () => {
    const rows = coveringRows(FREEDOMS);
    const covered = new Set(rows.flatMap((row) => row.flatMap((a) => row.map((b) => `${a.id} ${b.id}`))));
    const wanted = FREEDOMS.flatMap((a) =>
      FREEDOMS.filter((b) => compatible(a, b)).map((b) => `${a.id} ${b.id}`),
    );
    expect(wanted.filter((pair) => !covered.has(pair))).toEqual([]);
    const wrong = rows.flatMap((row) => row.filter((a) => row.some((b) => a !== b && !compatible(a, b))));
    expect(wrong).toEqual([]);
  });
});
