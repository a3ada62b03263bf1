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

/** A row as numbers: the class of each dimension. */
export type Cells = readonly number[];

/** A class that still has open pairs, and its dimension. */
export type Start = readonly [dimension: number, cell: number];

/** Every class has one number over all dimensions; for each of them a set of those with which its pair is still open. */
export class Grid {
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

  /** The numbers of these classes, by dimension: all of one that is not named. */
  classesOf(names: Readonly<Record<string, readonly string[]>>): (readonly number[])[] {
    return this.#dimensions.map(
      ({ name }, d) => names[name]?.map((own) => this.numberOf(name, own)) ?? this.classes[d]!,
    );
  }

  /** Open pairs of a class with those of a set. */
  openWith(cell: number, others: BitSet): number {
    return this.#open[cell]!.common(others);
  }

  hasOpen(cell: number, others: readonly number[]): boolean {
    return others.some((other) => this.#open[cell]!.has(other));
  }

  /** The classes that never go together with this one. */
  banned(cell: number): BitSet {
    return this.#banned[cell]!;
  }

  /** Open pairs that a row has. */
  gain(cells: Cells): number {
    const set = BitSet.of(this.size, cells);
    return cells.reduce((sum, cell) => sum + this.openWith(cell, set), 0) / 2;
  }

  /** Of the dearest class in a row. */
  price(cells: Cells): number {
    let most = 0;
    for (const cell of cells) most = Math.max(most, this.#prices[cell]!);
    return most;
  }

  cover(cells: Cells): void {
    this.left -= this.gain(cells);
    const set = BitSet.of(this.size, cells);
    const rows = this.#rows;
    for (const a of cells) {
      this.#open[a]!.remove(set);
      const line = a * this.size;
      for (const b of cells) rows[line + b]!++;
    }
  }

  /** Takes back that this row covers its pairs. */
  uncover(cells: Cells): void {
    const rows = this.#rows;
    for (const a of cells) {
      const open = this.#open[a]!;
      const line = a * this.size;
      for (const b of cells) if (--rows[line + b]! === 0 && a !== b) open.add(b);
    }
    this.left += this.gain(cells);
  }

  /** Pairs of a row that no other one covers. */
  needed(cells: Cells): number {
    const rows = this.#rows;
    let count = 0;
    for (let i = 0; i < cells.length; i++) {
      const line = cells[i]! * this.size;
      for (let j = i + 1; j < cells.length; j++) if (rows[line + cells[j]!] === 1) count++;
    }
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
