/** One row of a CSV text. */
export interface Row {
  cells: readonly string[];
  /** The row as it is written, without its line end. */
  text: string;
  /** Where the row begins in the decoded text, in bytes. */
  at: number;
  /** 0 for the first one. */
  index: number;
}

/** A cell as text; empty where the row is shorter. */
export const field = (row: Row, i: number): string => row.cells[i] ?? '';
