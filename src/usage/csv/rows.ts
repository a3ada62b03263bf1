import { field, type Row } from './row.ts';

/** A row, and its special features. */
export interface RowPlace {
  /** Row number as an editor shows it without line breaks in cells: the first is 1. */
  row: number;
  /** Byte offset of its beginning. */
  at: number;
  what: string;
}

/** Cells as texts; of an endless row only the first ones. */
export const texts = (row: Row): string[] =>
  Array.from({ length: Math.min(row.count, 2000) }, (_, i) => field(row, i));

/** All cells of a row as texts, one at a time: a row may have a million. */
export function* cellsOf(row: Row): Iterable<string> {
  for (let i = 0; i < row.count; i++) yield field(row, i);
}

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

/** A row that outlives its callback. */
export function copyOf(row: Row): Row {
  const from = row.starts[0]!;
  return {
    ...row,
    bytes: Buffer.from(row.bytes.subarray(from, row.ends[row.count - 1]!)),
    starts: row.starts.slice(0, row.count).map((at) => at - from),
    ends: row.ends.slice(0, row.count).map((at) => at - from),
    quoted: row.quoted.slice(0, row.count),
  };
}

/** Bytes that begin a formula: = + @ tab and carriage return. */
const FORMULA = Uint8Array.from({ length: 65 }, (_, byte) => Number([61, 43, 64, 9, 13].includes(byte)));

/** The first cell that a spreadsheet would execute, or -1. */
export function formulaIn({ bytes, starts, ends, count }: Row): number {
  for (let i = 0; i < count; i++) {
    const first = bytes[starts[i]!]!;
    if (first < 65 && FORMULA[first] === 1 && ends[i]! > starts[i]!) return i;
  }
  return -1;
}

/** Whether a last row contains totals: by a word for them, or only numbers. */
export const isTotals = (text: string): boolean =>
  /\b(totals?|sum|summe|gesamt|all)\b/i.test(text) || /^[\s|]*[\d\s|.,]+$/.test(text);
