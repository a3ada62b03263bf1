import Papa from 'papaparse';
import type { Dialect } from './dialect.ts';
import { ROW_AT_MOST } from './reader.ts';

const CR = 13;
/** Characters that are collected before rows are parsed. */
const PIECE = 65_536;
/** The cells of every row with this interval are compared too. */
const SAMPLED = 64;

/** The result of a CSV reader: enough to compare it with another one. */
export interface Seen {
  rows: number;
  fields: number;
  /** Of the cells of every 64th row, the first included. */
  digest: number;
  /**
   * True if a row had more characters than our own reader allows bytes: reading it further would only fill memory.
   */
  lost?: true;
}

/** Counts a row, and every 64th time its cells. */
export function seeRow<R>(seen: Seen, fields: number, row: R, cells: (row: R) => Iterable<string>): void {
  if (seen.rows % SAMPLED === 0) seen.digest = folded(seen.digest, cells(row));
  seen.rows++;
  seen.fields += fields;
}

/** Folds the cells of a row into a digest of 32 bits. */
function folded(digest: number, cells: Iterable<string>): number {
  let folding = digest ^ 0x811c9dc5;
  for (const cell of cells) {
    for (let i = 0; i < cell.length; i++) folding = Math.imul(folding ^ cell.charCodeAt(i), 0x01000193);
    folding = Math.imul(folding ^ 0x1f, 0x01000193);
  }
  return folding >>> 0;
}

const asTheyAre = (cells: readonly string[]) => cells;

/**
 * Reads an export as common tools do, with papaparse, in parallel to our own reader. It gets the encoding and the
 * delimiter, and detects the line end itself. Bytes arrive in pieces of any size, and no row is kept. Our own
 * reader is needed because papaparse provides no byte offsets, silently tolerates some invalid quotes (`"a" ,b`),
 * and buffers an unclosed quote without a limit.
 */
export class SecondReader {
  readonly seen: Seen = { rows: 0, fields: 0, digest: 0 };
  readonly #dialect: () => Dialect | undefined;
  /** Pieces before the dialect was known. */
  #early: Uint8Array[] = [];
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #parser: InstanceType<typeof Papa.Parser> | undefined;
  #delimiter = ',';
  #skip = 0;
  #text = '';
  #wanted = PIECE;

  /** `dialect` returns the detected dialect as soon as it is known. */
  constructor(dialect: () => Dialect | undefined) {
    this.#dialect = dialect;
  }

  feed(piece: Uint8Array): void {
    if (this.seen.lost) return;
    if (!this.#decoder && !this.#begin()) {
      this.#early.push(piece);
      return;
    }
    this.#take(this.#decoder!.decode(piece, { stream: true }), false);
  }

  end(): Seen {
    if (this.#decoder || this.#begin()) this.#take(this.#decoder!.decode(), true);
    return this.seen;
  }

  #begin(): boolean {
    const dialect = this.#dialect();
    if (!dialect) return false;
    this.#decoder = new TextDecoder(dialect.encoding);
    this.#delimiter = String.fromCharCode(dialect.delimiter);
    this.#skip = dialect.skip;
    for (const piece of this.#early.splice(0))
      this.#take(this.#decoder.decode(piece, { stream: true }), false);
    return true;
  }

  #take(piece: string, last: boolean): void {
    this.#text += piece;
    if (!last && this.#text.length < this.#wanted) return;
    if (!this.#parser) {
      this.#text = this.#text.slice(this.#skip);
      // Its types declare the line end as text.
      const { meta } = Papa.parse(this.#text, { delimiter: this.#delimiter, preview: 1 });
      // A line feed ends a line with or without a carriage return: mixed ends do not change rows.
      const newline = meta.linebreak === '\r' ? '\r' : '\n';
      this.#parser = new Papa.Parser({ delimiter: this.#delimiter, newline });
    }
    const { data, meta } = this.#parser.parse(this.#text, 0, !last) as {
      data: string[][];
      meta: { cursor: number };
    };
    for (const row of data) this.#row(row);
    this.#text = this.#text.slice(meta.cursor);
    if (this.#text.length > ROW_AT_MOST) {
      this.seen.lost = true;
      this.#text = '';
    }
    // An incomplete row is parsed again from its start only after its size may have doubled.
    this.#wanted = Math.max(PIECE, this.#text.length * 2);
  }

  #row(cells: string[]): void {
    const end = cells.length - 1;
    // If lines end in LF, a preceding CR belongs to the line end and not to the cell.
    const cell = cells[end]!;
    if (cell.charCodeAt(cell.length - 1) === CR) cells[end] = cell.slice(0, -1);
    if (end === 0 && cells[0] === '') return;
    seeRow(this.seen, cells.length, cells, asTheyAre);
  }
}
