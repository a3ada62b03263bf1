import { writtenDay } from '../days.ts';
import { groupIn, RecordSum } from '../record-sum.ts';
import { field, type Row } from './reader.ts';
import { instantIn } from './rows.ts';

/** `YYYY-MM-DD`, alone or before a time. */
const USUAL = /^\d{4}-\d\d-\d\d(?:$|[T ])/;

/** Sums by day. */
export class DayGroups {
  /** By the day in the export's spelling. */
  readonly byDay = new Map<string, RecordSum>();

  /** The group of a cell's day; undefined if it contains no date. */
  of(row: Row, column: number): RecordSum | undefined {
    const text = field(row, column);
    return USUAL.test(text) ? this.#group(text.slice(0, 10)) : this.#otherwise(text.trim());
  }

  #otherwise(text: string): RecordSum | undefined {
    const day = writtenDay(text) ?? (instantIn(text) ? text : undefined);
    return day === undefined ? undefined : this.#group(day);
  }

  #group(day: string): RecordSum {
    return groupIn(this.byDay, day, () => new RecordSum());
  }
}
