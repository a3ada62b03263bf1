import { writtenDay } from '../days.ts';
import { type RecordSum, recordSumIn } from '../record-sum.ts';
import { field, type Row } from './row.ts';
import { instantIn } from './rows.ts';

const DASH = 45;
const T = 84;
const SPACE = 32;

/** Sums by day. Days in the usual format are compared by their digits, without creating a string per cell. */
export class DayGroups {
  /** By the day in the export's spelling. */
  readonly byDay = new Map<string, RecordSum>();
  readonly #byDigits = new Map<number, RecordSum>();

  /** The group of a cell's day; undefined if it contains no date. */
  of(row: Row, column: number): RecordSum | undefined {
    const begin = row.starts[column]!;
    const digits = dayDigits(row.bytes, begin, row.ends[column]!);
    if (digits < 0) return this.#otherwise(field(row, column).trim());
    let group = this.#byDigits.get(digits);
    if (!group) {
      group = recordSumIn(this.byDay, row.bytes.toString('latin1', begin, begin + 10));
      this.#byDigits.set(digits, group);
    }
    return group;
  }

  #otherwise(text: string): RecordSum | undefined {
    const day = writtenDay(text) ?? (instantIn(text) ? text : undefined);
    return day === undefined ? undefined : recordSumIn(this.byDay, day);
  }
}

/** `YYYY-MM-DD`, alone or before a time, as the number YYYYMMDD; -1 for anything else. */
function dayDigits(bytes: Buffer, begin: number, end: number): number {
  const length = end - begin;
  if (length < 10 || bytes[begin + 4] !== DASH || bytes[begin + 7] !== DASH) return -1;
  if (length > 10 && bytes[begin + 10] !== T && bytes[begin + 10] !== SPACE) return -1;
  let digits = 0;
  for (let i = 0; i < 10; i++) {
    if (i === 4 || i === 7) continue;
    const digit = bytes[begin + i]! - 48;
    if (digit < 0 || digit > 9) return -1;
    digits = digits * 10 + digit;
  }
  return digits;
}
