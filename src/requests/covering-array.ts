import { BitSet } from './bit-set.ts';

/** One dimension of a covering array: a name and its classes, the cheapest first. */
export interface Dimension {
  name: string;
  classes: readonly string[];
  /** What a row with a class costs, where that is more than 1. */
  prices?: Readonly<Record<string, number>>;
}

/** A row of the array: the class of every dimension, by name. */
export type Row = Record<string, string>;

/** Two classes that never go together: `{tools: 'none', format: 'json'}`. */
export type Exclusion = Row;

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

/** A row as numbers: the class of each dimension. */
type Cells = readonly number[];

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

/** A class that still has open pairs, and its dimension. */
type Start = readonly [dimension: number, cell: number];

/** Every class has one number over all dimensions; for each of them a set of those with which its pair is still open. */
class Grid {
  /** Numbers of the classes of each dimension. */
  readonly classes: readonly (readonly number[])[];
  readonly size: number;
  /** Pairs that no row covers. */
  left = 0;
  readonly #dimensions: readonly Dimension[];
  readonly #names: string[] = [];
  readonly #prices: readonly number[];
  readonly #open: BitSet[];
  readonly #banned: BitSet[];
  /** How many rows cover a pair, by the numbers of both classes. */
  readonly #rows: Uint16Array;

  constructor(dimensions: readonly Dimension[], exclusions: readonly Exclusion[]) {
    this.#dimensions = dimensions;
    this.classes = dimensions.map((d) => d.classes.map((name) => this.#names.push(name) - 1));
    this.#prices = dimensions.flatMap((d) => d.classes.map((name) => d.prices?.[name] ?? 1));
    this.size = this.#names.length;
    const none = () => Array.from({ length: this.size }, () => new BitSet(this.size));
    this.#open = none();
    this.#rows = new Uint16Array(this.size * this.size);
    this.#banned = none();
    for (const own of this.classes) {
      for (const a of own)
        for (const other of this.classes) if (other !== own) for (const b of other) this.#open[a]!.add(b);
    }
    for (const exclusion of exclusions) {
      const [a, b] = Object.entries(exclusion).map(([dimension, name]) => this.numberOf(dimension, name));
      this.#ban(a!, b!);
      this.#ban(b!, a!);
    }
    this.left = this.#open.reduce((sum, set) => sum + set.size, 0) / 2;
  }

  #ban(a: number, b: number): void {
    this.#open[a]!.delete(b);
    this.#banned[a]!.add(b);
  }

  nameOf(cell: number): string {
    return this.#names[cell]!;
  }

  numberOf(dimension: string, name: string): number {
    const d = this.#dimensions.findIndex((x) => x.name === dimension);
    const at = this.#dimensions[d]?.classes.indexOf(name) ?? -1;
    if (at < 0) throw new Error(`no class ${name} of ${dimension}`);
    return this.classes[d]![at]!;
  }

  /** Open pairs of a class with those of a set. */
  openWith(cell: number, others: BitSet): number {
    return this.#open[cell]!.common(others);
  }

  hasOpen(cell: number, others: readonly number[]): boolean {
    return others.some((other) => this.#open[cell]!.has(other));
  }

  mayJoin(cell: number, others: BitSet): boolean {
    return this.#banned[cell]!.common(others) === 0;
  }

  /** Open pairs that a row has. */
  gain(cells: Cells): number {
    const set = BitSet.of(this.size, cells);
    return cells.reduce((sum, cell) => sum + this.openWith(cell, set), 0) / 2;
  }

  /** Of the dearest class in a row. */
  price(cells: Cells): number {
    return Math.max(...cells.map((cell) => this.#prices[cell]!));
  }

  priceOf(rows: readonly Cells[]): number {
    return rows.reduce((sum, row) => sum + this.price(row), 0);
  }

  cover(cells: Cells): void {
    this.left -= this.gain(cells);
    const set = BitSet.of(this.size, cells);
    for (const a of cells) {
      this.#open[a]!.remove(set);
      for (const b of cells) this.#rows[a * this.size + b]!++;
    }
  }

  /** Takes back that this row covers its pairs. */
  uncover(cells: Cells): void {
    for (const a of cells) {
      for (const b of cells) if (--this.#rows[a * this.size + b]! === 0 && a !== b) this.#open[a]!.add(b);
    }
    this.left += this.gain(cells);
  }

  /** Pairs of a row that no other one covers. */
  needed(cells: Cells): number {
    let count = 0;
    for (const [i, a] of cells.entries())
      for (let j = i + 1; j < cells.length; j++) if (this.#rows[a * this.size + cells[j]!] === 1) count++;
    return count;
  }

  /** All classes with open pairs, and those with the most. */
  starts(): { all: Start[]; neediest: Start[] } {
    const all: Start[] = [];
    let neediest: Start[] = [];
    let most = 0;
    for (const [d, list] of this.classes.entries()) {
      for (const cell of list) {
        const need = this.#open[cell]!.size;
        if (need === 0) continue;
        all.push([d, cell]);
        if (need > most) neediest = [];
        most = Math.max(most, need);
        if (need === most) neediest.push([d, cell]);
      }
    }
    return { all, neediest };
  }
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
