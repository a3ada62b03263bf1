import type { DoubtingJudge, Finding, Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Export, notCsv } from '../csv/export.ts';
import type { Irregularity } from '../csv/quoting.ts';
import { place, type RowPlace, shown, texts } from '../csv/rows.ts';
import type { Table } from '../csv/table.ts';
import { MEASURES } from '../measures.ts';
import { breach, quoted, unanswered } from './finding.ts';

/** An export, read unless it is not CSV. */
export interface MaybeCsv {
  exchange: Exchange;
  table: Table | undefined;
}

const at = (
  exchange: Exchange,
  row: RowPlace | undefined,
  expected: string,
  as?: Finding['as'],
): Finding[] =>
  row ? [breach(exchange, `body, row ${row.row}, byte ${row.at}`, expected, row.what, as)] : [];

/** 4.4: CSV according to RFC 4180, with the same number of fields in every row. */
export const isCsv: Judge<MaybeCsv> = ({ exchange, table }) => {
  if (!table) {
    const expected = 'status 200 with CSV';
    const none = unanswered(exchange, 'export', expected);
    return [none ?? breach(exchange, 'body', expected, notCsv(exchange) ?? 'nothing')];
  }
  const irregular = (kind: Irregularity['kind']): RowPlace | undefined => {
    const found = table.text.irregular.get(kind);
    return found && { row: found.row + 1, at: found.at, what: kind };
  };
  const quotes = irregular('text after a closing quote') ?? irregular('quote that is never closed');
  if (quotes) return at(exchange, quotes, 'quotes as in RFC 4180');
  if (table.ragged) return at(exchange, table.ragged, 'equally many fields in every row');
  const bare = irregular('quote in an unquoted field');
  if (bare) return at(exchange, bare, 'quoted fields around quotes', 'warn');
  return at(
    exchange,
    table.unreadable ?? table.counts.noNumber,
    'rows with a date and whole numbers',
    'warn',
  );
};

/**
 * A parser that detects the line end by itself detects that of the first line. Only for a valid export: `isCsv` reports
 * violations, and parsers differ there.
 */
export const readAlike: Judge<Export> = ({ exchange, table }) => {
  if (!table.text.endsLinesOtherwise || table.text.irregular.size > 0 || table.ragged) return [];
  const [own, other] = table.text.dialect.newline === 'CR' ? ['CR', 'LF'] : ['LF', 'CR'];
  return [
    breach(
      exchange,
      'body',
      `lines that end with ${own} for every CSV parser`,
      `papaparse finds lines that end with ${other}: cells hold ${other} without quotes`,
    ),
  ];
};

export const exportNotNegative: Judge<Export> = ({ exchange, table }) =>
  at(exchange, table.counts.negative, 'counts of 0 or more');

export const exportTotalIsSum: Judge<Export> = ({ exchange, table }) =>
  at(exchange, table.notTheSum, 'total tokens equal to input plus output tokens');

/** 5.3: one org_id, where a column surely shows it. */
export const rowsOfOneOrganization: Judge<MaybeCsv> = ({ exchange, table }) =>
  at(exchange, [...(table?.organizations.values() ?? [])][1], 'one org_id in all rows');

/** One header, in the first row only. */
export const oneHeader: Judge<Export> = ({ exchange, table }) => {
  if (table.header === undefined && table.records > 0) {
    return [
      breach(exchange, 'body, row 1', 'a header in the first row', quoted((table.sample[0] ?? []).join(','))),
    ];
  }
  const [caption] = table.captions;
  if (caption)
    return at(exchange, place(caption, shown(texts(caption).join(' | '))), 'a header in the first row');
  return at(exchange, table.repeatedHeader, 'one header, in the first row');
};

/**
 * Whether rows have usage, which captions and rows of totals or zeros have not: by known columns of counts, or by counts
 * in rows with a date. Undefined if neither tells.
 */
function hasUsage({ columns, all, sums, counts, records }: Table): boolean | undefined {
  const isCounted = MEASURES.some((m) => columns[m] !== undefined);
  const isDated = columns.date !== undefined && [...sums.values()].some(({ value }) => value !== 0n);
  if (isCounted ? MEASURES.some((m) => all.totals[m] !== 0n) : isDated) return true;
  return records > 0 && (!isCounted || counts.unknownNumber) ? undefined : false;
}

/** An export of a range without usage has no rows of usage and is no error. */
export const noRows: DoubtingJudge<MaybeCsv> = ({ exchange, table }) => {
  if (!table) {
    const actual = `status ${exchange.response?.status}`;
    return [breach(exchange, 'status', 'no server error for a range before all records', actual)];
  }
  const has = hasUsage(table);
  if (has === undefined)
    return new Inconclusive('no counts can be read in the rows of an empty range', [exchange]);
  if (!has) return [];
  return [breach(exchange, 'body', 'no usage in a range before all records', counted(table.records, 'row'))];
};

/** The same if exports are not valid CSV: untitled or uncounted rows may not be usage. */
export const noCountedRows: DoubtingJudge<MaybeCsv> = (found) => {
  const { table } = found;
  const isCounted = table?.header !== undefined && MEASURES.some((m) => table.columns[m] !== undefined);
  return !table || isCounted ? noRows(found) : [];
};

/** The number of an export's rows, and the possible numbers of records in its range. */
export interface Rows extends Export {
  allowed: readonly number[];
}

export const rowPerRecord: Judge<Rows> = ({ exchange, table, allowed }) => {
  if (allowed.includes(table.records)) return [];
  return [breach(exchange, 'body', `${allowed[0]} rows, one per record`, `${table.records} rows`)];
};
