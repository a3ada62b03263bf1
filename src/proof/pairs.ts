import type { Variant } from '../../reference/src/deviation.ts';

/** Whether a service could have both variants at once. */
export function compatible(a: Variant, b: Variant): boolean {
  const excludes = (one: Variant, other: Variant) =>
    one.against?.some((what) => what === other.facet || what === other.id || what === '*') ?? false;
  return a.facet !== b.facet && !excludes(a, b) && !excludes(b, a);
}

/**
 * Combinations of variants that contain every compatible pair at least once: a covering array of strength two, made
 * greedily with as few and as large combinations as possible. The same list yields the same combinations.
 */
export function coveringRows(variants: readonly Variant[]): Variant[][] {
  const count = variants.length;
  const fit = variants.map((a) => variants.map((b) => a !== b && compatible(a, b)));
  const open = fit.map((row) => row.slice());
  const rows: number[][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (!open[a]![b]) continue;
      const row = grown([a, b], fit, open);
      for (const i of row) for (const j of row) if (i !== j) open[i]![j] = false;
      rows.push(row.sort((x, y) => x - y));
    }
  }
  return rows.map((row) => row.map((i) => variants[i]!));
}

/** The row, repeatedly extended with the member that covers most open pairs. */
function grown(start: readonly number[], fit: readonly boolean[][], open: readonly boolean[][]): number[] {
  const row = [...start];
  for (;;) {
    let best = -1;
    let most = 0;
    for (let c = 0; c < fit.length; c++) {
      if (!row.every((member) => fit[member]![c])) continue;
      const gain = row.reduce((sum, member) => sum + (open[member]![c] ? 1 : 0), 0);
      if (gain > most) [best, most] = [c, gain];
    }
    if (best < 0) return row;
    row.push(best);
  }
}
