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
    for (const a of FREEDOMS) {
      for (const b of FREEDOMS) if (compatible(a, b)) expect(covered).toContain(`${a.id} ${b.id}`);
    }
    for (const row of rows) {
      for (const a of row) for (const b of row) if (a !== b) expect(compatible(a, b)).toBe(true);
    }
  });
});
