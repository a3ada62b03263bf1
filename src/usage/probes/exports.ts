import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { type Exchange, header } from '../../vocabulary/exchange.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import { Inconclusive, NotApplicable, type Undecidable } from '../../vocabulary/undecidable.ts';
import { type Columns, columnsByTitle, type Meaning } from '../csv/columns.ts';
import { columnsOf, exportTotals } from '../csv/columns-by-value.ts';
import { addable, askExport, type Export, notCsv, readExport, sendExport } from '../csv/export.ts';
import { odd } from '../csv/number.ts';
import type { DayRange } from '../days.ts';
import { nameOf } from '../endpoints.ts';
import { closedHistory, permittedSums } from '../history/closed-history.ts';
import { closedDays, closedRange, isDated, showsRecords } from '../history/closed-range.ts';
import { comparedHistory } from '../history/compared-history.ts';
import { plainAnswer } from '../history/plain-requests.ts';
import { adjacentRanges, inEmptyRange, MANY, meetingDay, middleOf, refusesRange } from '../history/ranges.ts';
import type { MaybeCsv, Rows } from '../judge/export.ts';
import { type Halves, meet, type Part } from '../judge/halves.ts';
import { countsInWords, MEASURES } from '../measures.ts';
import { reconciliation, rowsOf } from '../reconcile/totals.ts';
import { readableMeasures } from '../walk/usable-records.ts';

/** The export without dates, read if it can be. */
export async function plainExport(context: CheckContext, ask: Requester): Promise<MaybeCsv> {
  const exchange = await plainAnswer(context, ask, 'export');
  const names = context.settings.usageNames ?? {};
  return { exchange, table: notCsv(exchange) ? undefined : await readExport(exchange, names) };
}

/** The reconciled export of closed days; without dates if their names were not found. */
export async function closedExport(context: CheckContext, ask: Requester): Promise<Export> {
  const found = await context.usageNames();
  const rows = isDated(found)
    ? await rowsOf(await closedDays(context, ask), ask)
    : await askExport(ask, found.names, {}, 'the export without dates');
  if (rows.table.records > 0) return rows;
  if (isDated(found) && showsRecords(found))
    throw new Inconclusive('the export has no row', [rows.exchange], 'usage/totals-requests');
  throw new NotApplicable('the export has no rows, and the stats show no records');
}

export async function exportRows(context: CheckContext, ask: Requester): Promise<Rows> {
  const whole = await closedHistory(context, ask);
  const rows = await rowsOf(whole, ask);
  const allowed = permittedSums(whole).map((aggregate) => aggregate.all.count);
  const fewest = Math.min(...allowed);
  const { records, header: titles } = rows.table;
  if (records > 0 && records < fewest && !tellsRecordsApart(titles, whole.found.names.columns)) {
    throw new NotApplicable(
      `${records} rows for ${fewest} records: the export aggregates records; other checks compare its sums`,
    );
  }
  return { ...rows, allowed };
}

/**
 * Whether the rows are records: they show members of a single record, or the full key of a day's records (2.8).
 * Other rows are aggregated.
 */
function tellsRecordsApart(titles: readonly string[] | undefined, given: UsageNames['columns']): boolean {
  const columns = columnsByTitle(titles ?? [], given);
  const shows = (...meanings: Meaning[]) => meanings.some((meaning) => columns[meaning] !== undefined);
  return shows('id', 'created_at') || (shows('user_id', 'email') && shows('model') && shows('source'));
}

/**
 * The export of a range before all records, or of a future one if old dates are rejected; a repeated server error
 * is a response too.
 */
export async function exportOfNothing(
  context: CheckContext,
  ask: Requester,
): Promise<MaybeCsv | Undecidable> {
  const found = await context.usageNames();
  nameOf(found.names, 'start');
  nameOf(found.names, 'end');
  const exchange = await inEmptyRange(
    found,
    (range, time) => sendExport(ask, found.names, range, `the rows of ${time}`),
    refusesRange,
  );
  if ((exchange.response?.status ?? 0) >= 500) return { exchange, table: undefined };
  if (notCsv(exchange)) return new Inconclusive(`no CSV for ${exchange.label}`, [exchange]);
  return { exchange, table: await readExport(exchange, found.names) };
}

/**
 * Exports of two adjacent ranges, and that of their union: of all closed days, even if only the records of a few
 * are known.
 */
export async function exportHalves(context: CheckContext, ask: Requester): Promise<Halves> {
  const whole = await comparedHistory(context, ask);
  const { names } = whole.found;
  const rows = async (range: DayRange) =>
    addable(await askExport(ask, names, range, `the rows from ${range.start} to ${range.end}`, 'answer'));
  const { range: wide } = showsRecords(whole.found) ? await closedRange(context, ask) : whole;
  const part = whole.history.count > MANY ? middleOf(whole) : wide;
  const all = addable(await rowsOf(whole, ask));
  // An aggregated export may aggregate differently in a part of its days.
  const aggregates = permittedSums(whole).every(({ all: { count } }) => all.table.records < count);
  const columns = columnsOf(all.table, permittedSums(whole), readableMeasures(whole.history));
  const isWhole = part.start === whole.range.start && part.end === whole.range.end;
  const partOf = ({ exchange, table }: Export): Part => {
    const counts = aggregates ? [] : [['rows', BigInt(table.records)] as const];
    return { exchange, shown: new Map([...counts, ...countsInWords(exportTotals(table, columns))]) };
  };
  const union = partOf(isWhole ? all : await rows(part));
  const parts = await adjacentRanges(
    meetingDay(whole, part),
    async (range) => partOf(await rows({ ...part, ...range })),
    (first, second) => meet({ endpoint: 'export', union, first }, second),
  );
  return { endpoint: 'export', union, ...parts };
}

/** The shapes in which the counts of the export are written: `plain`, or others in the order of the alphabet. */
export async function numberShapes(context: CheckContext): Promise<{ value: string; exchange: Exchange }> {
  const { exchange, table } = await closedExport(context, context);
  const columns = await knownColumns(context, table);
  const counts = MEASURES.flatMap((measure) => columns[measure] ?? []);
  if (counts.length === 0) return { value: 'no column is known to be a count', exchange };
  // Columns that no title identifies are identified by their values: for those the first rows are kept.
  const sample = table.sample.flatMap((cells) => counts.map((column) => odd(cells[column] ?? '').shape));
  const shapes = new Set(
    [...table.counts.shapes.keys(), ...sample].filter((shape) => shape !== 'plain' && shape !== 'none'),
  );
  return { value: [...shapes].sort().join(' ') || 'plain', exchange };
}

/** The columns, by their titles or else by their sums. */
async function knownColumns(context: CheckContext, table: Export['table']): Promise<Columns> {
  const found = await context.usageNames();
  return isDated(found) && showsRecords(found)
    ? columnsOf(table, (await reconciliation(context, context)).readings)
    : table.columns;
}

/** The format of the export: everything that the contract leaves open. */
export async function dialectPoints(context: CheckContext): Promise<[key: string, value: string][]> {
  const { exchange, table } = await closedExport(context, context);
  const { encoding, bom, delimiter, newline, separatorLine } = table.text.dialect;
  const columns = await knownColumns(context, table);
  const titles = table.header ?? [];
  const names = Object.entries(columns).map(([meaning, index]) => `${meaning}=${titles[index] ?? index + 1}`);
  return [
    ['usage-export-content-type', header(exchange, 'content-type') ?? 'none'],
    ['usage-export-disposition', header(exchange, 'content-disposition') ?? 'none'],
    ['usage-export-encoding', table.text.irregular.has('bytes that are not text') ? 'not UTF-8' : encoding],
    ['usage-export-bom', bom ? 'yes' : 'no'],
    [
      'usage-export-delimiter',
      { 44: 'comma', 59: 'semicolon', 9: 'tab', 124: 'bar' }[delimiter] ?? String(delimiter),
    ],
    ['usage-export-line-ends', newline],
    ['usage-export-quotes', table.text.anyQuoted ? 'some' : 'none'],
    ['usage-export-separator-line', separatorLine ? 'yes' : 'no'],
    ['usage-export-totals-row', (table.totalsRow ?? table.totalsAbove) ? 'yes' : 'no'],
    ['usage-export-columns', names.join(' ')],
  ];
}
