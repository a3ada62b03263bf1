import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Columns, columnsOwnNames, type Meaning } from '../csv/columns.ts';
import { datesOf } from '../csv/dates.ts';
import { countsOf, declaredCharset, EXPORT_CSV, streamRows } from '../csv/export.ts';
import { isNoNumber } from '../csv/number.ts';
import { field, type Row } from '../csv/reader.ts';
import { isTotals, texts } from '../csv/rows.ts';
import type { DayRange } from '../days.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { plainAnswer } from './plain-requests.ts';

/** Texts of a record that an export may show in addition to its counts. */
export const WORDS = ['model', 'model_provider', 'source', 'email', 'user_id'] as const;
export type Word = (typeof WORDS)[number];

/** A record, or a row of the export, with their common members. */
export interface Entry {
  counts: Partial<Record<Measure, bigint>>;
  words: Partial<Record<Word, string>>;
  /** Epoch milliseconds; undefined where a date can't be read as one. */
  instant: number | undefined;
  /** Row of the export as an editor shows it. */
  row?: number;
}

/** The rows of an export, as far as its titles identify them. */
export interface ExportedRows {
  exchange: Exchange;
  /** Members of 2.8 whose columns are named so. */
  shown: readonly Meaning[];
  rows: readonly Entry[];
  /**
   * Whether a row before the last one has no date, or an invalid count: the sums of the others are then unreliable.
   */
  unread: boolean;
  /** A column with the name of a count, and without numbers. */
  misnamed?: Misnamed | undefined;
}

/** A column with the name of a count, and with texts, ids or dates in every row except a last one. */
export interface Misnamed {
  measure: Measure;
  /** How many rows hold no number there. */
  rows: number;
  /** The first of them, as an editor shows it, and what it holds. */
  row: number;
  text: string;
}

/** So many rows determine the content of a column. */
const TELLING = 3;

/** Requests the export of a range and reads its rows. Rejects with `Inconclusive` if there is none. */
export async function exportedRows(
  context: CheckContext,
  ask: Requester,
  names: Names,
  range: DayRange,
): Promise<ExportedRows> {
  const given = context.settings.usageNames?.columns;
  const charset = declaredCharset(await plainAnswer(context, ask, 'export'));
  let shown: Meaning[] = [];
  let rows: Written[] = [];
  let columns: Columns = {};
  let last = '';
  let unread: number[] = [];
  let wordy = new Map<Measure, Misnamed>();
  let count = 0;
  const take = (row: Row) => {
    last = texts(row).join(' | ');
    if (row.index === 0) {
      columns = columnsOwnNames(texts(row), given);
      shown = Object.keys(columns) as Meaning[];
      return;
    }
    count = row.index;
    const entry = entryOf(row, columns);
    if (entry) rows.push(entry);
    else unread.push(row.index);
    for (const found of wordyCells(row, columns)) {
      const { rows: before, ...first } = wordy.get(found.measure) ?? { ...found, rows: 0 };
      wordy.set(found.measure, { ...first, rows: before + 1 });
    }
  };
  const restart = () => {
    rows = [];
    unread = [];
    wordy = new Map();
  };
  const exchange = await streamRows(ask, names, range, 'rows, for the records', { take, restart, charset });
  if (exchange.response?.status !== 200)
    throw new Inconclusive('the request for the export of closed days failed', [exchange], EXPORT_CSV);
  const read = datesOf(rows.flatMap(({ date }) => date ?? []));
  const entries = withoutTotals(rows, last).map(
    ({ date, ...entry }): Entry => ({
      ...entry,
      instant: date === undefined ? undefined : read(date),
    }),
  );
  // The last row may be one of totals.
  const misnamed = [...wordy.values()].find((one) => one.rows >= TELLING && one.rows >= count - 1);
  return { exchange, shown, rows: entries, unread: unread.some((index) => index < count), misnamed };
}

/** The non-numeric cells of a row in columns of counts. */
function wordyCells(row: Row, columns: Columns): Omit<Misnamed, 'rows'>[] {
  return MEASURES.flatMap((measure) => {
    const column = columns[measure];
    const text = column === undefined ? '' : field(row, column).trim();
    return isNoNumber(text) ? [{ measure, row: row.index + 1, text }] : [];
  });
}

/** An entry with its date as text: the date format shows in all of them together. */
type Written = Omit<Entry, 'instant'> & { date?: string | undefined };

/** A row as an entry; undefined for one with invalid counts, as in an incomplete totals row. */
function entryOf(row: Row, columns: Columns): Written | undefined {
  const at = (meaning: Meaning) =>
    columns[meaning] === undefined ? undefined : field(row, columns[meaning]);
  const counts = countsOf(row, columns);
  if (MEASURES.some((m) => columns[m] !== undefined && counts[m] === undefined)) return undefined;
  const date = at('date')?.trim();
  // A row of totals has no date.
  if (date === '' || (date === undefined && columns.date !== undefined)) return undefined;
  const words = Object.fromEntries(
    WORDS.flatMap((w) => {
      const text = at(w);
      return text === undefined ? [] : [[w, wordOf(w, text)]];
    }),
  );
  return { counts, words, date, row: row.index + 1 };
}

/**
 * The rows without a last one of totals, identified by a word or by containing only numbers; `text` is the word. A
 * record may equal the sum of all others by chance.
 */
export function withoutTotals<T extends Pick<Entry, 'counts'>>(
  rows: readonly T[],
  text: string,
): readonly T[] {
  const last = rows.at(-1);
  const others = rows.slice(0, -1);
  if (!last || others.length < 2 || !isTotals(text)) return rows;
  const sums = MEASURES.filter((m) => last.counts[m] !== undefined).map((m) => [
    last.counts[m]!,
    others.reduce((sum, { counts }) => sum + (counts[m] ?? 0n), 0n),
  ]);
  return sums.some(([told]) => told! > 0n) && sums.every(([told, sum]) => told === sum) ? others : rows;
}

/** A UUID is the same in either case: databases write it in one, libraries in the other. */
export const wordOf = (word: Word, text: string): string => (word === 'user_id' ? text.toLowerCase() : text);
