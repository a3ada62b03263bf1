import type { Variant } from '../deviation.ts';

type Rest = Partial<
  Pick<Variant, 'service' | 'settings' | 'against' | 'mayWarn' | 'undecided' | 'undecidedWith'>
>;

/** Makes the variants of one facet: rows of id, clause, title and change. No two of them can be combined. */
export function variants(
  facet: string,
  rows: readonly (readonly [
    id: string,
    clause: string,
    title: string,
    change: Variant['change'],
    rest?: Rest,
  ])[],
): Variant[] {
  return rows.map(([id, clause, title, change, rest]) => ({
    kind: 'variant',
    id,
    facet,
    clause,
    title,
    change,
    ...rest,
  }));
}
