import type { Freedom } from '../deviation.ts';

type Rest = Partial<Pick<Freedom, 'service' | 'settings' | 'against' | 'mayWarn' | 'undecided'>>;

/** Makes the freedoms of one facet: rows of id, clause, title and change. No two of them can be combined. */
export function freedoms(
  facet: string,
  rows: readonly (readonly [
    id: string,
    clause: string,
    title: string,
    change: Freedom['change'],
    rest?: Rest,
  ])[],
): Freedom[] {
  return rows.map(([id, clause, title, change, rest]) => ({
    kind: 'freedom',
    id,
    facet,
    clause,
    title,
    change,
    ...rest,
  }));
}
