/** One dimension of a covering array: a name and its classes. */
export interface Dimension {
  name: string;
  classes: readonly string[];
}

/** A row of the array: the class of every dimension, by name. */
export type Row = Record<string, string>;

/** Two classes that never occur in one row: `{tools: 'none', format: 'json'}`. */
export type Exclusion = Row;

/** The allowed classes of each named dimension. A row that names both classes of an exclusion has both. */
export type RowPattern = Readonly<Record<string, readonly string[]>>;

/** The requirements of an array. */
export interface Coverage {
  dimensions: readonly Dimension[];
  exclusions: readonly Exclusion[];
  /** Rows outside the array, whose pairs are covered already. */
  given: readonly Row[];
  /** One pattern for each row of the array. */
  patterns: readonly RowPattern[];
}

/** The cost of an excluded pair; an uncovered pair costs 1. */
const EXCLUDED = 2;
/** Number of changes in a walk: a few milliseconds, in which a third of all cells changes. */
const STEPS = 50_000;
/** Tolerance of a walk for worse arrays: it leaves complete ones all the time, and returns to others. */
const WARMTH = 0.15;
/** How often a walk tests whether the array is complete. */
const LOOKS = 64;

/**
 * A covering array of strength 2, drawn by `random`: the last complete one on a random walk that begins at `start`,
 * whose rows match the patterns. The same random numbers yield the same array. Throws if `start` is not complete.
 */
export function coveringArray(coverage: Coverage, start: readonly Row[], random: () => number): Row[] {
  const walk = new Walk(coverage, start);
  if (walk.cost > 0) throw new Error(`the array to start from lacks ${walk.cost} pairs`);
  let complete = walk.rows();
  for (let step = 0; step < STEPS; step++) {
    walk.step(random, WARMTH);
    if (step % LOOKS === 0 && walk.cost === 0) complete = walk.rows();
  }
  return complete;
}

/** An array whose cells change one at a time, and its distance from a complete one. */
export class Walk {
  cost = 0;
  readonly #coverage: Coverage;
  /** The number of the first class of each dimension; classes are numbered over all dimensions. */
  readonly #first: number[] = [];
  readonly #size: number;
  /** How many rows have a pair, and whether it is excluded, by the numbers of both classes. */
  readonly #rows: Int16Array;
  readonly #excluded: Uint8Array;
  /** The allowed classes of each cell, and the current one. */
  readonly #allowed: readonly (readonly (readonly number[])[])[];
  readonly #cells: number[][];

  constructor(coverage: Coverage, start: readonly Row[]) {
    const { dimensions, exclusions, given, patterns } = coverage;
    this.#coverage = coverage;
    let size = 0;
    for (const { classes } of dimensions) {
      this.#first.push(size);
      size += classes.length;
    }
    this.#size = size;
    this.#rows = new Int16Array(size * size);
    this.#excluded = new Uint8Array(size * size);
    for (const exclusion of exclusions) {
      const [a, b] = Object.entries(exclusion).map(([name, own]) => this.#numberOf(name, own)) as [
        number,
        number,
      ];
      this.#excluded[a * size + b] = this.#excluded[b * size + a] = 1;
    }
    for (const row of given) this.#count(this.#numbersOf(row));
    this.#allowed = patterns.map((pattern) =>
      dimensions.map(({ name, classes }) =>
        (pattern[name] ?? classes).map((own) => this.#numberOf(name, own)),
      ),
    );
    this.#cells = start.map((row) => this.#numbersOf(row));
    for (const cells of this.#cells) this.#count(cells);
    this.cost = this.#costOfAll();
  }

  rows(): Row[] {
    const { dimensions } = this.#coverage;
    return this.#cells.map((cells) =>
      Object.fromEntries(
        cells.map((cell, d) => [dimensions[d]!.name, dimensions[d]!.classes[cell - this.#first[d]!]!]),
      ),
    );
  }

  /**
   * Tries another class in one cell; a change for the worse is less likely to be kept the worse it is and the lower
   * `warmth` is.
   */
  step(random: () => number, warmth: number): void {
    const at = Math.floor(random() * this.#cells.length);
    const cells = this.#cells[at]!;
    const d = Math.floor(random() * cells.length);
    const allowed = this.#allowed[at]![d]!;
    const [before, after] = [cells[d]!, allowed[Math.floor(random() * allowed.length)]!];
    if (before === after) return;
    const [rows, excluded, from, to] = [this.#rows, this.#excluded, before * this.#size, after * this.#size];
    let change = 0;
    for (let i = 0; i < cells.length; i++) {
      if (i === d) continue;
      const other = cells[i]!;
      if (excluded[from + other]) change -= EXCLUDED;
      else if (rows[from + other] === 1) change++;
      if (excluded[to + other]) change += EXCLUDED;
      else if (rows[to + other] === 0) change--;
    }
    if (change > 0 && random() >= Math.exp(-change / warmth)) return;
    this.#count(cells, -1);
    cells[d] = after;
    this.#count(cells);
    this.cost += change;
  }

  #count(cells: readonly number[], by = 1): void {
    for (const a of cells) for (const b of cells) if (a !== b) this.#rows[a * this.#size + b]! += by;
  }

  /** Open pairs, and excluded ones in a row whose pattern does not require them. */
  #costOfAll(): number {
    let cost = 0;
    for (const [d, a] of this.#pairs()) {
      for (let b = this.#first[d + 1] ?? this.#size; b < this.#size; b++)
        if (!this.#excluded[a * this.#size + b] && this.#rows[a * this.#size + b] === 0) cost++;
    }
    for (const [at, cells] of this.#cells.entries()) {
      const free = (d: number) => this.#allowed[at]![d]!.length > 1;
      cells.forEach((a, d) => {
        for (let e = d + 1; e < cells.length; e++)
          if (this.#excluded[a * this.#size + cells[e]!] && (free(d) || free(e))) cost += EXCLUDED;
      });
    }
    return cost;
  }

  /** Every class, with its dimension. */
  #pairs(): [dimension: number, cell: number][] {
    return this.#coverage.dimensions.flatMap(({ classes }, d) =>
      classes.map((_, i): [number, number] => [d, this.#first[d]! + i]),
    );
  }

  #numbersOf(row: Row): number[] {
    return this.#coverage.dimensions.map(({ name }) => this.#numberOf(name, row[name]!));
  }

  #numberOf(dimension: string, own: string): number {
    const d = this.#coverage.dimensions.findIndex(({ name }) => name === dimension);
    const at = this.#coverage.dimensions[d]?.classes.indexOf(own) ?? -1;
    if (at < 0) throw new Error(`no class ${own} of ${dimension}`);
    return this.#first[d]! + at;
  }
}
