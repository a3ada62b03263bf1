import { BitSet } from './bit-set.ts';
import { type Cells, type Dimension, type Exclusion, Grid, type Row, type Start } from './covering-grid.ts';

/** Times that rows are taken out of the array and made anew. */
const REPAIRS = 120;
/** Rows that are taken out at a time. */
const TAKEN_OUT = 5;
/** Pairs by which chance decides what is taken out: always the same rows would lead nowhere. */
const CHANCE = 30;
/** Rows that are tried for each row of an array; the one that is worth most is taken. */
const CANDIDATES = 50;
/** New pairs that a row has to cover for each unit of its price beyond the first. */
const PAIRS_FOR_A_PRICE = 8;

/**
 * Rows in which every pair of classes of any two dimensions occurs, excluded pairs aside; greedy and then repaired, cheap
 * but not the cheapest. `random` decides between equals, so the same stream of numbers gives the same rows. A pair that
 * fits into no row is an error: exclude it. What the rows in `given` cover is not covered again.
 */
export function coveringArray(
  dimensions: readonly Dimension[],
  exclusions: readonly Exclusion[],
  random: () => number,
  given: readonly Row[] = [],
): Row[] {
  const grid = new Grid(dimensions, exclusions);
  for (const row of given) grid.cover(dimensions.map((d) => grid.numberOf(d.name, row[d.name]!)));
  let rows = complete(grid, random);
  for (let i = 0; i < REPAIRS; i++) {
    const out = leastNeeded(grid, rows, random);
    for (const row of out) grid.uncover(row);
    const others = complete(grid, random);
    if (grid.priceOf(others) <= grid.priceOf(out)) {
      rows = [...rows.filter((row) => !out.includes(row)), ...others];
      continue;
    }
    for (const row of others) grid.uncover(row);
    for (const row of out) grid.cover(row);
  }
  return rows.map((cells) =>
    Object.fromEntries(cells.map((cell, d) => [dimensions[d]!.name, grid.nameOf(cell)])),
  );
}

/** As many rows as it takes to cover every pair that is open. */
function complete(grid: Grid, random: () => number): Cells[] {
  const rows: Cells[] = [];
  while (grid.left > 0) {
    const starts = grid.starts();
    let best: { cells: Cells; worth: number } | undefined;
    for (let i = 0; i < CANDIDATES; i++) {
      const cells = candidate(grid, random, i % 2 === 0 ? starts.neediest : starts.all);
      const gain = cells ? grid.gain(cells) : 0;
      if (!cells || gain === 0) continue;
      const worth = gain - PAIRS_FOR_A_PRICE * (grid.price(cells) - 1);
      if (!best || worth > best.worth) best = { cells, worth };
    }
    if (!best) throw new Error('a pair of classes fits into no row: exclude it');
    grid.cover(best.cells);
    rows.push(best.cells);
  }
  return rows;
}

/** Some rows that cover few pairs for their price which no other row covers. */
function leastNeeded(grid: Grid, rows: readonly Cells[], random: () => number): Cells[] {
  const worth = (row: Cells) => grid.needed(row) - PAIRS_FOR_A_PRICE * (grid.price(row) - 1);
  return rows
    .map((row) => ({ row, worth: worth(row) + random() * CHANCE }))
    .sort((a, b) => a.worth - b.worth)
    .slice(0, TAKEN_OUT)
    .map(({ row }) => row);
}

/** A whole row around one open pair; undefined when the exclusions leave no class for some dimension. */
function candidate(grid: Grid, random: () => number, starts: readonly Start[]): number[] | undefined {
  const { classes } = grid;
  const [d0, first] = starts[Math.floor(random() * starts.length)]!;
  const cells: number[] = classes.map(() => -1);
  cells[d0] = first;
  const order = shuffled(classes.length, random).filter((d) => d !== d0);
  // The partner comes first, so that the row is about an open pair whatever the exclusions do to the rest.
  const partner = order.findIndex((d) => grid.hasOpen(first, classes[d]!));
  order.unshift(...order.splice(partner, 1));
  const set = BitSet.of(grid.size, [first]);
  for (const d of order) {
    let best = -1;
    let bestGain = -1;
    for (const value of classes[d]!) {
      if (!grid.mayJoin(value, set)) continue;
      // Cheaper classes stand first and win ties that a small random part does not decide.
      const gain = (best < 0 ? 0.3 : 0) + random() * 0.5 + grid.openWith(value, set);
      if (gain > bestGain) {
        best = value;
        bestGain = gain;
      }
    }
    if (best < 0) return undefined;
    cells[d] = best;
    set.add(best);
  }
  return cells;
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
