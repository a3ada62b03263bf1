import { isCaption } from './columns.ts';
import type { Row } from './row.ts';
import { place, type RowPlace, shown } from './rows.ts';

/** So many rows with a name of the report alone may stand above the header. */
const MOST = 3;

/** What stands above the header of an export: rows that hold a text in their first cell alone. */
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

  /** What is wrong where the last one is not as wide as the row behind it. */
  narrower(next: Row): RowPlace | undefined {
    if (!this.first || this.#width === next.cells.length) return undefined;
    return { ...this.first, what: `${this.#width} fields, and ${next.cells.length} in the next row` };
  }
}
