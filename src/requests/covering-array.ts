/** One dimension of a covering array: a name and its classes, the cheapest first. */
export interface Dimension {
  name: string;
  classes: readonly string[];
}

/** A row of the array: the class of every dimension, by name. */
export type Row = Record<string, string>;

/** Two classes that never go together: `{tools: 'none', format: 'json'}`. */
export type Exclusion = Row;

/** Whole arrays that are tried; the shortest is taken. */
const ATTEMPTS = 4;
/** Rows that are tried for each row of an array; the one that covers most is taken. */
const CANDIDATES = 50;

/**
 * Rows in which every pair of classes of any two dimensions occurs, excluded pairs aside; greedy, few but not the
 * fewest. `random` decides between equals, so the same stream of numbers gives the same rows. A pair that fits into no
 * row is an error: exclude it. What the rows in `given` cover is not covered again.
 */
export function coveringArray(
  dimensions: readonly Dimension[],
  exclusions: readonly Exclusion[],
  random: () => number,
  given: readonly Row[] = [],
): Row[] {
  const attempts = Array.from({ length: ATTEMPTS }, () => attempt(dimensions, exclusions, random, given));
  return attempts.reduce((a, b) => (b.length < a.length ? b : a));
}

function attempt(
  dimensions: readonly Dimension[],
  exclusions: readonly Exclusion[],
  random: () => number,
  given: readonly Row[],
): Row[] {
  const grid = createGrid(dimensions, exclusions);
  for (const row of given) grid.cover(dimensions.map((d) => grid.numberOf(d.name, row[d.name]!)));
  const rows: Row[] = [];
  while (grid.left > 0) {
    const starts = startsOf(grid);
    let best: { cells: number[]; gain: number } | undefined;
    for (let i = 0; i < CANDIDATES; i++) {
      const cells = candidate(grid, random, i % 2 === 0 ? starts.neediest : starts.all);
      const gain = cells ? grid.gain(cells) : 0;
      if (cells && gain > (best?.gain ?? 0)) best = { cells, gain };
    }
    if (!best) throw new Error('a pair of classes fits into no row: exclude it');
    grid.cover(best.cells);
    rows.push(Object.fromEntries(best.cells.map((cell, d) => [dimensions[d]!.name, grid.nameOf(cell)])));
  }
  return rows;
}

/** Every class has one number over all dimensions; pairs are cells of a square table. */
interface Grid {
  /** Numbers of the classes of each dimension. */
  classes: number[][];
  left: number;
  nameOf(cell: number): string;
  numberOf(dimension: string, name: string): number;
  banned(a: number, b: number): boolean;
  open(a: number, b: number): boolean;
  gain(cells: readonly number[]): number;
  cover(cells: readonly number[]): void;
}

const OPEN = 1;
const BANNED = 2;

function createGrid(dimensions: readonly Dimension[], exclusions: readonly Exclusion[]): Grid {
  const names: string[] = [];
  const classes = dimensions.map((d) => d.classes.map((name) => names.push(name) - 1));
  const size = names.length;
  const table = new Uint8Array(size * size);
  const numberOf = (dimension: string, name: string) => {
    const d = dimensions.findIndex((x) => x.name === dimension);
    const at = dimensions[d]?.classes.indexOf(name) ?? -1;
    if (at < 0) throw new Error(`no class ${name} of ${dimension}`);
    return classes[d]![at]!;
  };
  const set = (a: number, b: number, value: number) => {
    table[a * size + b] = value;
    table[b * size + a] = value;
  };
  for (const [i, list] of classes.entries())
    for (const other of classes.slice(i + 1)) for (const a of list) for (const b of other) set(a, b, OPEN);
  for (const exclusion of exclusions) {
    const [a, b] = Object.entries(exclusion).map(([dimension, name]) => numberOf(dimension, name));
    set(a!, b!, BANNED);
  }
  const pairsOf = (cells: readonly number[]) =>
    cells.flatMap((a, i) => cells.slice(i + 1).map((b) => [a, b] as const));
  const grid: Grid = {
    classes,
    left: table.filter((v) => v === OPEN).length / 2,
    nameOf: (cell) => names[cell]!,
    numberOf,
    banned: (a, b) => table[a * size + b] === BANNED,
    open: (a, b) => table[a * size + b] === OPEN,
    gain: (cells) => {
      let gain = 0;
      for (const [i, a] of cells.entries())
        for (let j = i + 1; j < cells.length; j++) if (grid.open(a, cells[j]!)) gain++;
      return gain;
    },
    cover(cells) {
      for (const [a, b] of pairsOf(cells)) {
        if (!grid.open(a, b)) continue;
        grid.left--;
        set(a, b, 0);
      }
    },
  };
  return grid;
}

/** A class that still has open pairs, and its dimension. */
type Start = readonly [dimension: number, cell: number];

/** All classes with open pairs, and those with the most. */
function startsOf({ classes, open }: Grid): { all: Start[]; neediest: Start[] } {
  const all: (readonly [number, number, number])[] = [];
  for (const [d, list] of classes.entries())
    for (const a of list) {
      const need = classes.flatMap((o, e) => (e === d ? [] : o)).filter((b) => open(a, b)).length;
      if (need > 0) all.push([d, a, need]);
    }
  const most = Math.max(...all.map(([, , need]) => need));
  const start = ([d, a]: readonly [number, number, number]): Start => [d, a];
  return { all: all.map(start), neediest: all.filter(([, , need]) => need === most).map(start) };
}

/** A whole row around one open pair; undefined when the exclusions leave no class for some dimension. */
function candidate(grid: Grid, random: () => number, starts: readonly Start[]): number[] | undefined {
  const { classes } = grid;
  const cells: number[] = classes.map(() => -1);
  const [d0, first] = starts[Math.floor(random() * starts.length)]!;
  cells[d0] = first;
  const order = classes
    .map((_, d) => ({ d, at: random() }))
    .filter(({ d }) => d !== d0)
    .sort((p, q) => p.at - q.at);
  // The partner comes first, so that the row is about an open pair whatever the exclusions do to the rest.
  const partner = order.findIndex(({ d }) => classes[d]!.some((b) => grid.open(first, b)));
  order.unshift(...order.splice(partner, 1));
  const set = [first];
  for (const { d } of order) {
    let best = -1;
    let bestGain = -1;
    for (const value of classes[d]!) {
      if (set.some((c) => grid.banned(c, value))) continue;
      // Cheaper classes stand first and win ties that a small random part does not decide.
      let gain = (best < 0 ? 0.3 : 0) + random() * 0.5;
      for (const c of set) if (grid.open(c, value)) gain++;
      if (gain > bestGain) {
        best = value;
        bestGain = gain;
      }
    }
    if (best < 0) return undefined;
    cells[d] = best;
    set.push(best);
  }
  return cells;
}
