/** One row of a CSV text. */
export interface Row {
  cells: readonly string[];
  /** The row as written, without its line end. */
  text: string;
  /** Offset of the row in the decoded text, in bytes. */
  at: number;
  /** 0 for the first one. */
  index: number;
}

/** A cell; empty if the row is shorter. */
export const field = (row: Row, i: number): string => row.cells[i] ?? '';
