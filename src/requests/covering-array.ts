import { BitSet } from './bit-set.ts';
import { type Cells, type Dimension, type Exclusion, Grid, type Row, type Start } from './covering-grid.ts';

/** Times that rows are taken out of the array and made anew, unless it is cheap enough before. */
const REPAIRS = 3000;
/** Rows that are taken out at a time. */
const TAKEN_OUT = 4;
/** Pairs by which chance decides what is taken out: always the same rows would lead nowhere. */
const CHANCE = 30;
/** Rows that are tried for each row of an array; the one that is worth most is taken. */
const CANDIDATES = 10;
/** So often candidates are drawn until one of them will do. */
const DRAWS = 50;
/** New pairs that a row has to cover for each unit of its price beyond the first. */
const PAIRS_FOR_A_PRICE = 8;

/** What some row has to be: for each dimension that it names, one of these classes. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

/** What an array starts from. */
export interface Begun {
  /** Rows that stand elsewhere: what they cover is not covered again. */
  given?: readonly Row[];
  /** Rows that the array has to hold, each for itself. */
  wanted?: readonly Wanted[];
  /** The price of all rows at which nothing is repaired any more. */
  enough?: number;
}

/**
 * Rows in which every pair of classes of any two dimensions occurs, excluded pairs aside, after those that are wanted;
 * greedy and then repaired, cheap but not the cheapest. `random` decides between equals, so the same stream of numbers
 * gives the same rows. A pair that fits into no row is an error, as is a wanted row that exclusions forbid.
 */
export function coveringArray(
  dimensions: readonly Dimension[],
  exclusions: readonly Exclusion[],
  random: () => number,
  { given = [], wanted = [], enough = 0 }: Begun = {},
): Row[] {
  const grid = new Grid(dimensions, exclusions);
  for (const row of given) grid.cover(dimensions.map((d) => grid.numberOf(d.name, row[d.name]!)));
  let rows = [...wanted.map((row) => wantedRow(grid, random, row)), ...complete(grid, random)];
  for (let i = 0; i < REPAIRS && priceOf(grid, rows) > enough; i++) {
    const out = leastNeeded(grid, rows, random);
    for (const { cells } of out) grid.uncover(cells);
    const again = out.flatMap((row) => (row.wanted ? [wantedRow(grid, random, row.wanted)] : []));
    const others = [...again, ...complete(grid, random)];
    if (priceOf(grid, others) <= priceOf(grid, out)) {
      rows = [...rows.filter((row) => !out.includes(row)), ...others];
      continue;
    }
    for (const { cells } of others) grid.uncover(cells);
    for (const { cells } of out) grid.cover(cells);
  }
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, d) => [dimensions[d]!.name, grid.nameOf(cell)])),
  );
}

/** A row of the array, and as what it was wanted. */
interface Placed {
  cells: Cells;
  wanted?: Wanted;
}

const priceOf = (grid: Grid, rows: readonly Placed[]): number =>
  rows.reduce((sum, { cells }) => sum + grid.price(cells), 0);

/** As many rows as it takes to cover every pair that is open. */
function complete(grid: Grid, random: () => number): Placed[] {
  const rows: Placed[] = [];
  while (grid.left > 0) {
    const starts = grid.starts();
    const draw = () =>
      bestOf(grid, (i) => candidate(grid, random, grid.classes, i % 2 === 0 ? starts.neediest : starts.all));
    const best = drawn(draw, (cells) => grid.gain(cells) > 0);
    if (!best) throw new Error('a pair of classes fits into no row: exclude it');
    grid.cover(best);
    rows.push({ cells: best });
  }
  return rows;
}

/** The first row that will do. What is drawn first may leave nothing for the rest, in every candidate of a draw by chance. */
function drawn(draw: () => Cells | undefined, willDo: (cells: Cells) => boolean): Cells | undefined {
  for (let i = 0; i < DRAWS; i++) {
    const cells = draw();
    if (cells && willDo(cells)) return cells;
  }
  return undefined;
}

/** The row that is worth most of those that are as wanted. */
function wantedRow(grid: Grid, random: () => number, wanted: Wanted): Placed {
  const classes = grid.classesOf(wanted);
  const narrow = classes.flatMap((own, d) =>
    own.length < grid.classes[d]!.length ? own.map((cell): Start => [d, cell]) : [],
  );
  const best = drawn(
    () => bestOf(grid, () => candidate(grid, random, classes, narrow)),
    () => true,
  );
  if (!best) throw new Error(`no row is ${JSON.stringify(wanted)}`);
  grid.cover(best);
  return { cells: best, wanted };
}

function bestOf(grid: Grid, made: (i: number) => Cells | undefined): Cells | undefined {
  let best: { cells: Cells; worth: number } | undefined;
  for (let i = 0; i < CANDIDATES; i++) {
    const cells = made(i);
    if (!cells) continue;
    const worth = grid.gain(cells) - PAIRS_FOR_A_PRICE * (grid.price(cells) - 1);
    if (!best || worth > best.worth) best = { cells, worth };
  }
  return best?.cells;
}

/** Some rows that cover few pairs for their price which no other row covers. */
function leastNeeded(grid: Grid, rows: readonly Placed[], random: () => number): Placed[] {
  const worth = ({ cells }: Placed) => grid.needed(cells) - PAIRS_FOR_A_PRICE * (grid.price(cells) - 1);
  return rows
    .map((row) => ({ row, worth: worth(row) + random() * CHANCE }))
    .sort((a, b) => a.worth - b.worth)
    .slice(0, TAKEN_OUT)
    .map(({ row }) => row);
}

/** A whole row around one open pair; undefined when the exclusions leave no class for some dimension. */
function candidate(
  grid: Grid,
  random: () => number,
  classes: readonly (readonly number[])[],
  starts: readonly Start[],
): number[] | undefined {
  const [d0, first] = starts[Math.floor(random() * starts.length)]!;
  const cells: number[] = classes.map(() => -1);
  cells[d0] = first;
  const order = shuffled(classes.length, d0, random);
  // The partner comes first, so that the row is about an open pair whatever the exclusions do to the rest.
  const partner = order.findIndex((d) => grid.hasOpen(first, classes[d]!));
  if (partner > 0) order.unshift(...order.splice(partner, 1));
  const set = BitSet.of(grid.size, [first]);
  const banned = new BitSet(grid.size);
  banned.join(grid.banned(first));
  for (const d of order) {
    let best = -1;
    let bestGain = -1;
    for (const value of classes[d]!) {
      if (banned.has(value)) continue;
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
    banned.join(grid.banned(best));
  }
  return cells;
}

/** All numbers below `count` but one, in an order of chance. */
function shuffled(count: number, without: number, random: () => number): number[] {
  const order: number[] = [];
  for (let i = 0; i < count; i++) if (i !== without) order.push(i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
  return order;
}
