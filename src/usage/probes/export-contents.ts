import { type CheckContext, Inconclusive, NotApplicable, type Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { type ClosedHistory, closedHistory } from '../closed-history.ts';
import { columnsOwnNames, type Meaning } from '../csv/columns.ts';
import { datesOf } from '../csv/dates.ts';
import { integerAt } from '../csv/number.ts';
import { CsvReader } from '../csv/reader.ts';
import { field, type Row } from '../csv/row.ts';
import { isTotals, texts } from '../csv/rows.ts';
import { nearEdge } from '../edges.ts';
import { EXPORT_CSV, sendExport } from '../export.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { agreeingMeasures } from '../reconcile/agreeing.ts';
import { totalsCheck } from '../reconcile/check-ids.ts';
import { readPartly } from '../walk/record.ts';
import { pages } from '../walk/walk.ts';
import { middleOf } from './ranges.ts';

/** Words of a record that an export may show beside its counts. */
const WORDS = ['model', 'model_provider', 'source', 'email', 'user_id'] as const;
export type Word = (typeof WORDS)[number];

/** A record, or a row of the export, with what both show. */
export interface Entry {
  counts: Partial<Record<Measure, bigint>>;
  words: Partial<Record<Word, string>>;
  /** Epoch milliseconds; undefined where a date can't be read as one. */
  instant: number | undefined;
  /** Row of the export as an editor shows it. */
  row?: number;
}

/** The rows of an export beside the records of the same range. */
export interface Contents {
  exchange: Exchange;
  pages: readonly Exchange[];
  /** Members of 2.8 whose columns are named so. */
  shown: readonly Meaning[];
  /** Those away from the edges of the range: as many of both. */
  rows: readonly Entry[];
  records: readonly Entry[];
  /** All of both. */
  all: { rows: readonly Entry[]; records: readonly Entry[] };
}

/** Records above which only a part of the range is compared row by row. */
const MANY = 3_000;

/**
 * The rows and the records of closed days. Rejects with `NotApplicable` where the export names no column of counts as
 * 2.8 does.
 */
export async function exportContents(context: CheckContext, ask: Requester): Promise<Contents> {
  const history = await closedHistory(context, ask);
  const agreeing = await agreeingMeasures(context, 'export');
  const range = history.history.count > MANY ? middleOf(history) : history.range;
  const { exchange, rows, ...all } = await rowsOf(context, ask, history, range);
  const shown = all.shown.filter((m) => !isMeasure(m) || agreeing.includes(m));
  const seen: Exchange[] = [];
  const records: Entry[] = [];
  for await (const page of pages(ask, history.paging, range, 'records, for the rows of the export')) {
    seen.push(page.exchange);
    for (const raw of page.records) {
      const record = readPartly(raw);
      if (!record || agreeing.some((m) => record.lacking.includes(m)))
        throw new Inconclusive("a record can't be read", [page.exchange], 'usage/stats-record-schema');
      const counts = Object.fromEntries(MEASURES.map((m, i) => [m, BigInt(record.counts[i]!)]));
      const words = Object.fromEntries(
        WORDS.filter((w) => raw[w] !== undefined && raw[w] !== null).map((w) => [
          w,
          wordOf(w, String(raw[w])),
        ]),
      );
      records.push({ counts, words, instant: record.instant });
    }
  }
  const measured = all.shown.filter(isMeasure);
  if (measured.length === 0)
    throw new NotApplicable('the export names no column of counts as section 2.8 does');
  if (!shown.some(isMeasure))
    throw new Inconclusive(
      'the endpoints agree in no count that the rows show',
      [exchange],
      totalsCheck(measured[0]!),
    );
  const inside = shown.includes('date') ? awayFromEdges(range) : () => true;
  const both = { rows: rows.filter(inside), records: records.filter(inside) };
  return { exchange, pages: seen, shown, ...both, all: { rows, records } };
}

/** Whether a column holds one of the four counts. */
const isMeasure = (meaning: Meaning): meaning is Measure => (MEASURES as readonly string[]).includes(meaning);

/** Whether there is a row for each record. */
export function isOneToOne({ rows, records }: Contents): boolean {
  return rows.length === records.length && rows.length > 0;
}

/** The contents where rows and records correspond one to one. Rejects with `NotApplicable` where they do not. */
export function oneToOne(contents: Contents): Contents {
  if (isOneToOne(contents)) return contents;
  throw addedUp(contents);
}

/** Why rows are not compared one by one. */
export function addedUp({ rows, records }: Contents): NotApplicable {
  return new NotApplicable(
    `${rows.length} rows for ${records.length} records: the export adds them up, and is compared by its sums`,
  );
}

/** Whether an entry lies in the range wherever its day begins; one whose date can't be read does. */
function awayFromEdges({ start, end }: ClosedHistory['range']): (entry: Entry) => boolean {
  return ({ instant }) => instant === undefined || !(nearEdge(instant, start) || nearEdge(instant, end));
}

async function rowsOf(
  context: CheckContext,
  ask: Requester,
  { found }: ClosedHistory,
  range: ClosedHistory['range'],
) {
  const given = context.settings.usageNames?.columns;
  let shown: Meaning[] = [];
  let rows: Written[] = [];
  let columns: Partial<Record<Meaning, number>> = {};
  let last = '';
  const take = (row: Row) => {
    last = texts(row).join(' | ');
    if (row.index === 0) {
      columns = columnsOwnNames(texts(row), given);
      shown = Object.keys(columns) as Meaning[];
      return;
    }
    const entry = entryOf(row, columns);
    if (entry) rows.push(entry);
  };
  let reader = new CsvReader(take);
  const exchange = await sendExport(ask, found.names, range, 'rows, for the records', {
    onAttempt() {
      rows = [];
      reader = new CsvReader(take);
    },
    onBody: (piece) => reader.feed(Buffer.from(piece)),
  });
  reader.end();
  if (exchange.response?.status !== 200)
    throw new Inconclusive('the export of closed days did not come', [exchange], EXPORT_CSV);
  const read = datesOf(rows.flatMap(({ date }) => date ?? []));
  const entries = withoutTotals(rows, last).map(
    ({ date, ...entry }): Entry => ({
      ...entry,
      instant: date === undefined ? undefined : read(date),
    }),
  );
  return { exchange, shown, rows: entries };
}

/** An entry whose date is not read yet: how dates are written shows in all of them together. */
type Written = Omit<Entry, 'instant'> & { date?: string | undefined };

/** A row as an entry; undefined for one whose counts are none, as in a row of totals that lacks some. */
function entryOf(row: Row, columns: Partial<Record<Meaning, number>>): Written | undefined {
  const at = (meaning: Meaning) =>
    columns[meaning] === undefined ? undefined : field(row, columns[meaning]);
  const counts: Entry['counts'] = {};
  for (const measure of MEASURES) {
    const column = columns[measure];
    if (column === undefined) continue;
    const count = integerAt(row, column);
    if (count === undefined) return undefined;
    counts[measure] = BigInt(count);
  }
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
 * The rows without a last one that adds them all up and says so, or nothing but numbers; `text` is what it says. A record may
 * have as much as all others by chance.
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
const wordOf = (word: Word, text: string): string => (word === 'user_id' ? text.toLowerCase() : text);
