import { namesTotals } from '../../vocabulary/totals-words.ts';
import type { Row } from './reader.ts';

/** A row, and its special features. */
export interface RowPlace {
  /** Row number as an editor shows it without line breaks in cells: the first is 1. */
  row: number;
  /** Byte offset of its beginning. */
  at: number;
  what: string;
}

/** The cells of a row; of an endless row only the first ones. */
export const texts = (row: Row): readonly string[] =>
  row.cells.length > 2000 ? row.cells.slice(0, 2000) : row.cells;

export const place = (row: Row, what: string): RowPlace => ({ row: row.index + 1, at: row.at, what });

/** Foreign text, quoted and short. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Day, month and year in any order, in formats of people, spreadsheets and databases. */
const LOCAL = /^(\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{4}[./]\d{1,2}[./]\d{1,2})\.?(?!\d)/;

/** A day of a spreadsheet, or seconds or milliseconds since 1970. */
const COUNTED = /^\d{5}(\.\d+)?$|^1\d{9}(\d{3})?$/;

/** Whether a text in a date column is a date in another format than ISO 8601. */
export const instantIn = (text: string): boolean =>
  LOCAL.test(text) || COUNTED.test(text) || (!Number.isNaN(Date.parse(text)) && /\d/.test(text));

export function addsUp(input: number | bigint, output: number | bigint, total: number | bigint): boolean {
  if (typeof input === 'number' && typeof output === 'number') {
    const sum = input + output;
    if (Number.isSafeInteger(sum)) return typeof total === 'number' && sum === total;
  }
  return BigInt(input) + BigInt(output) === BigInt(total);
}

/** The first characters of formulas: = + @ tab and carriage return. */
const FORMULA: ReadonlySet<number> = new Set([61, 43, 64, 9, 13]);

/** The first cell that a spreadsheet would execute, or -1. */
export const formulaIn = ({ cells }: Row): number =>
  cells.findIndex((cell) => FORMULA.has(cell.charCodeAt(0)));

/** Whether a last row contains totals: by a word for them, or only numbers. */
export const isTotals = (text: string): boolean => namesTotals(text) || /^[\d\s|.,]+$/.test(text);

/** Whether a cell is empty, or has a dash for a number. */
export const isNothing = (text: string): boolean => ['', '-', '–', '—'].includes(text.trim());
