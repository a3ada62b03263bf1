/**
 * Divides a whole in proportion to weights, in whole numbers that add up to it exactly; where all weights are 0 the first
 * takes all. `whole` is rounded first.
 */
export function sharesOf(whole: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const all = Math.round(whole);
  if (total === 0) return weights.map((_, i) => (i === 0 ? all : 0));
  // Rounding what was given so far, and not each share, leaves nothing over.
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const until = Math.round((before / total) * all);
    const share = until - given;
    given = until;
    return share;
  });
}
