import { isCaption } from './columns.ts';
import type { Row } from './reader.ts';
import { place, type RowPlace, shown } from './rows.ts';

/** Maximum number of caption rows before the header. */
const MOST = 3;

/** The caption of an export: rows with a text in their first cell only. */
export class Captions {
  first: RowPlace | undefined;
  count = 0;
  #width = 0;

  /** Whether a row is one more of them. */
  take(row: Row, cells: readonly string[]): boolean {
    if (this.count >= MOST || !isCaption(cells)) return false;
    this.#width = row.cells.length;
    this.first ??= place(row, shown(cells[0]!));
    this.count++;
    return true;
  }

  /** The error if the last one has another width than the next row. */
  narrower(next: Row): RowPlace | undefined {
    if (!this.first || this.#width === next.cells.length) return undefined;
    return { ...this.first, what: `${this.#width} fields, and ${next.cells.length} in the next row` };
  }
}
