import type { UsageNames } from '../../vocabulary/settings.ts';
import { isTotalsLabel } from '../../vocabulary/totals-words.ts';
import { writtenDay } from '../days.ts';
import type { ExactSum } from '../exact-sum.ts';
import { MEASURES } from '../measures.ts';
import { groupIn, RecordSum } from '../record-sum.ts';
import { type Columns, columnsByTitle, columnsOwnNames, isCaption, isValue } from './columns.ts';
import { integerAt } from './number.ts';
import { field, type Row } from './reader.ts';
import { instantIn, isTotals, place, type RowPlace, shown, texts } from './rows.ts';

/** Maximum number of rows above a header with known titles, and of other captions. */
export const MOST_CAPTIONS = 10;
const MOST_OTHER_CAPTIONS = 3;

/*
 * What a table of usage reads of its rows besides sums by column.
 */

/** Whether cells are titles of which at least two are known, and none is a value. */
export const hasTitles = (cells: readonly string[]): boolean =>
  Object.keys(columnsByTitle(cells)).length > 1 && !cells.some(isValue);

/**
 * Of the first rows those above the header. Above known titles, they are all rows with fewer texts than it has: the
 * name of the report, its range, a blank row. Above others they are texts in the first cell only.
 */
export function captionsOf(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const above = rows.slice(0, -1);
  const isBelow = last !== undefined && hasTitles(texts(last));
  if (isBelow && above.every((row) => filled(row) < filled(last))) return above;
  const first = rows.slice(0, MOST_OTHER_CAPTIONS + 1).findIndex((row) => !isCaption(texts(row)));
  return rows.slice(0, first < 0 ? MOST_OTHER_CAPTIONS : first);
}

const filled = (row: Row) => texts(row).filter((cell) => cell.trim() !== '').length;

/** The first two organizations of the rows, in a column that is surely `org_id`. */
export class Organizations {
  readonly found = new Map<string, RowPlace>();
  #column: number | undefined;

  settle(titles: readonly string[], given: UsageNames['columns']): void {
    this.#column = columnsOwnNames(titles, given).org_id;
  }

  take(row: Row): void {
    if (this.#column === undefined || this.found.size > 1) return;
    const id = field(row, this.#column).trim().toLowerCase();
    if (id !== '' && !this.found.has(id)) this.found.set(id, place(row, `another org_id, ${shown(id)}`));
  }
}

/** Longer cells are no label. */
const LONGEST_LABEL = 40;
/** Columns that are searched. */
const MOST_SEARCHED = 50;
/** Finds rows that a cell calls totals, outside of the columns of counts and dates. */
export class TotalsLabels {
  readonly #columns: readonly number[];

  constructor(width: number, others: readonly (number | undefined)[]) {
    const all = Array.from({ length: Math.min(width, MOST_SEARCHED) }, (_, i) => i);
    this.#columns = all.filter((column) => !others.includes(column));
  }

  isIn({ cells }: Pick<Row, 'cells'>): boolean {
    return this.#columns.some((column) => isShortLabel(cells[column] ?? ''));
  }
}

/** No label begins or ends with a digit, but ids, times and many names do. */
const isShortLabel = (cell: string) =>
  cell.length <= LONGEST_LABEL &&
  !isDigit(cell.charCodeAt(0)) &&
  !isDigit(cell.charCodeAt(cell.length - 1)) &&
  isTotalsLabel(cell);

const isDigit = (code: number) => code >= 48 && code <= 57;

export const totalsIn = (cells: string): string => `totals above other rows, in ${shown(cells)}`;

/** The rows of a sample without totals, which would distort it: rows with a label, and the last one of a `short` export. */
export function withoutTotals(rows: readonly string[][], columns: Columns, short: boolean): string[][] {
  const ended = short && rows.length > 1 ? rows.slice(0, -1) : [...rows];
  const labels = new TotalsLabels(rows[0]?.length ?? 0, Object.values(columns));
  const records = ended.filter((cells) => !labels.isIn({ cells }));
  return records.length > 0 ? records : ended;
}

/** Whether a last row without a date has the sums of the others, whatever it is called. `columns` are those of measures. */
export function hasSums(row: Row, columns: readonly number[], others: RecordSum): boolean {
  const counts = columns.flatMap((column, i) =>
    column < 0 ? [] : [[integerAt(row, column), others.sums[i]!.value] as const],
  );
  return counts.length > 1 && counts.every(([count, sum]) => count !== undefined && BigInt(count) === sum);
}

/** `YYYY-MM-DD`, alone or before a time. */
const USUAL = /^\d{4}-\d\d-\d\d(?:$|[T ]\d)/;

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

/** Rows of which it is kept what they say: the first ones. */
const KEPT = 5_000;

/** Keeps what a row with usage says of whom, when and how much, where titles tell enough for no two records to say the same. */
export function keepSaying(
  sayings: Set<string>,
  row: Row,
  columns: Columns,
  counts: readonly (number | bigint)[],
): void {
  if (sayings.size >= KEPT) return;
  const user = columns.user_id ?? columns.email;
  if (user === undefined || columns.date === undefined || Number(counts[2]) <= 0) return;
  if (MEASURES.some((measure) => columns[measure] === undefined)) return;
  const words = [columns.date, user, columns.model].map((column) =>
    column === undefined ? '' : field(row, column),
  );
  sayings.add(JSON.stringify([...words, ...counts.map(String)]));
}

/**
 * If rows have no dates, a totals row looks like the others, except for a word and its sums. Removes it from the
 * sums, which include it, of the measures (`columns` are theirs, -1 for none) and of other columns.
 */
export function withoutTotalRow(
  last: Row,
  columns: readonly number[],
  all: RecordSum,
  others: ReadonlyMap<number, ExactSum>,
): RowPlace | undefined {
  const text = texts(last).join(' | ');
  if (!isTotals(text) || !/\p{L}/u.test(text)) return undefined;
  const at = (column: number) => (column < 0 ? undefined : integerAt(last, column));
  const measured = columns.map((column, i) => ({ sum: all.sums[i]!, count: at(column) ?? 0 }));
  const counted = [...others].flatMap(([column, sum]) => {
    const count = at(column);
    return count === undefined ? [] : [{ sum, count }];
  });
  const summed = [...measured, ...counted];
  const isShown = columns.some((column) => at(column) !== undefined) || counted.length > 0;
  if (!isShown || !summed.every(({ sum, count }) => sum.value === 2n * BigInt(count))) return undefined;
  all.count--;
  for (const { sum, count } of summed) sum.add(-count);
  return place(last, text);
}
