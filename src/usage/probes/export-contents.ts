import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive, NotApplicable } from '../../vocabulary/undecidable.ts';
import type { Meaning } from '../csv/columns.ts';
import { nearEdge } from '../days.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { type Entry, exportedRows, type Misnamed, WORDS, wordOf } from '../history/exported-rows.ts';
import { middleOf } from '../history/ranges.ts';
import { MEASURES, type Measure, totalsCheck } from '../measures.ts';
import { agreeingMeasures } from '../reconcile/agreeing.ts';
import { countsOfRecord, readPartly } from '../walk/record.ts';
import { pages } from '../walk/walk.ts';

/** The rows of an export, and the records of the same range. */
export interface Contents {
  exchange: Exchange;
  pages: readonly Exchange[];
  /** Members of 2.8 whose columns are named so. */
  shown: readonly Meaning[];
  /** Those away from the edges of the range: as many of both. */
  rows: readonly Entry[];
  records: readonly Entry[];
  /** A column with the name of a count, and without any in its rows. */
  misnamed?: Misnamed | undefined;
  /** All of both. */
  all: { rows: readonly Entry[]; records: readonly Entry[] };
}

/** Records above which only a part of the range is compared row by row. */
const MANY = 3_000;

/**
 * The rows and the records of closed days. Rejects with `NotApplicable` if the export names no column of counts as
 * 2.8 does.
 */
export async function exportContents(context: CheckContext, ask: Requester): Promise<Contents> {
  const history = await closedHistory(context, ask);
  const range = history.history.count > MANY ? middleOf(history) : history.range;
  const { exchange, rows, misnamed, ...all } = await exportedRows(context, ask, history.found.names, range);
  // Columns with wrong contents agree in nothing, which is the finding.
  const agreeing = misnamed ? MEASURES : await agreeingMeasures(context, 'export');
  const shown = all.shown.filter((m) => !isMeasure(m) || agreeing.includes(m));
  const seen: Exchange[] = [];
  const records: Entry[] = [];
  for await (const page of pages(ask, history.paging, range, 'records, for the rows of the export')) {
    seen.push(page.exchange);
    for (const raw of page.records) {
      const record = readPartly(raw);
      if (!record || agreeing.some((m) => record.lacking.includes(m)))
        throw new Inconclusive('unreadable record', [page.exchange], 'usage/stats-record-schema');
      const words = Object.fromEntries(
        WORDS.filter((w) => raw[w] !== undefined && raw[w] !== null).map((w) => [
          w,
          wordOf(w, String(raw[w])),
        ]),
      );
      records.push({ counts: countsOfRecord(record), words, instant: record.instant });
    }
  }
  const measured = all.shown.filter(isMeasure);
  if (measured.length === 0)
    throw new NotApplicable('the export has no count column with a name of section 2.8');
  if (!shown.some(isMeasure))
    throw new Inconclusive(
      'no count of the rows is equal in all endpoints',
      [exchange],
      totalsCheck(measured[0]!),
    );
  const inside = shown.includes('date') ? awayFromEdges(range) : () => true;
  const both = { rows: rows.filter(inside), records: records.filter(inside) };
  return { exchange, pages: seen, shown, misnamed, ...both, all: { rows, records } };
}

/** Whether a column holds one of the four counts. */
const isMeasure = (meaning: Meaning): meaning is Measure => (MEASURES as readonly string[]).includes(meaning);

/** Whether there is a row for each record. */
export function isOneToOne({ rows, records }: Contents): boolean {
  return rows.length === records.length && rows.length > 0;
}

/**
 * The contents if rows and records correspond one to one, or if the titles show what the rows lack. Rejects with
 * `NotApplicable` otherwise.
 */
export function oneToOne(contents: Contents): Contents {
  if (isOneToOne(contents) || (contents.misnamed && contents.records.length > 0)) return contents;
  throw addedUp(contents);
}

/** Why rows are not compared one by one. */
export function addedUp({ rows, records }: Contents): NotApplicable {
  const counts = `${rows.length} rows for ${records.length} records`;
  if (rows.length === 0 && records.length === 0)
    return new NotApplicable(
      `${counts} on days that are within the range in every time zone: nothing to compare`,
    );
  return new NotApplicable(
    rows.length < records.length
      ? `${counts}: the export aggregates records; other checks compare its sums`
      : `${counts}: no one-to-one match; other checks compare the sums`,
  );
}

/** Whether an entry is in the range at any midnight; one with an unreadable date is. */
function awayFromEdges({ start, end }: ClosedHistory['range']): (entry: Entry) => boolean {
  return ({ instant }) => instant === undefined || !(nearEdge(instant, start) || nearEdge(instant, end));
}
