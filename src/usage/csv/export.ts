import type { Requester } from '../../vocabulary/check.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import { bodyText, type Exchange, header, mediaType, type RequestSpec } from '../../vocabulary/exchange.ts';
import { LARGEST_EXPORT } from '../../vocabulary/settings.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { EXPORT, type Query, queried, SUMMARY, usageRequest } from '../endpoints.ts';
import { integerOf, knownTotals, type Totals } from '../measures.ts';
import { expectAnswer, type RequiredAnswer, sendWhole } from '../required-answer.ts';
import type { Columns } from './columns.ts';
import { integerAt } from './number.ts';
import { CsvReader, type Row } from './reader.ts';
import { Table } from './table.ts';

export const EXPORT_CSV = 'usage/export-is-csv';

/** A response of the export endpoint, read. */
export interface Export {
  exchange: Exchange;
  table: Table;
}

/** Takes a body while it arrives, before redaction: the kept part of a large one is the record's redacted copy. */
type ExportReading = Required<Pick<RequestSpec, 'onBody' | 'onAttempt'>>;

export async function sendExport(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  reading?: ExportReading,
): Promise<Exchange> {
  const spec: RequestSpec = {
    ...queried(EXPORT, names, query, label),
    ...reading,
    limits: { maxBody: LARGEST_EXPORT },
  };
  return sendWhole(ask, spec, usageRequest(SUMMARY, 'the summary, beside an export that breaks off'));
}

/** Requests an export and takes its rows while they arrive; `restart` drops those of an attempt that broke off. */
export async function streamRows(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  { take, restart, charset }: { take(row: Row): void; restart(): void; charset?: string | undefined },
): Promise<Exchange> {
  let reader = new CsvReader(take, charset);
  const exchange = await sendExport(ask, names, query, label, {
    onAttempt() {
      restart();
      reader = new CsvReader(take, charset);
    },
    onBody: (piece) => reader.feed(Buffer.from(piece)),
  });
  reader.end();
  return exchange;
}

/** The four counts of a row, as far as its columns are known and hold integers. */
export function countsOf(row: Row, columns: Columns): Partial<Totals> {
  return knownTotals((measure) =>
    columns[measure] === undefined ? undefined : integerOf(integerAt(row, columns[measure])),
  );
}

/** Requests the rows of a range; anything but CSV is `Inconclusive`, with the check that judges it. */
export async function askExport(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  due?: RequiredAnswer,
): Promise<Export> {
  const exchange = await sendExport(ask, names, query, label);
  expectAnswer(exchange, due);
  if (notCsv(exchange)) throw new Inconclusive(`no CSV for ${label}`, [exchange], EXPORT_CSV);
  return { exchange, table: await readExport(exchange, names) };
}

/** Rejects rows that cannot be added up, with the check that reports it. */
export function addable<T extends Pick<Export, 'exchange' | 'table'>>(rows: T): T {
  const { ragged, unreadable, totalsAbove, counts, text } = rows.table;
  // The contract shows no rows of totals and no format of numbers (4.4): the last two are no error.
  const broken = ragged ?? unreadable ?? totalsAbove ?? counts.unknownNumber;
  const [irregular] = text.isLost ? text.irregular.values() : [];
  const endless = text.irregular.get('quote that is never closed') ?? irregular;
  if (!broken && !endless) return rows;
  const why = broken ? `row ${broken.row}: ${broken.what}` : `row ${endless!.row + 1}: ${endless!.kind}`;
  throw new Inconclusive(`rows cannot be added up, ${why}`, [rows.exchange], EXPORT_CSV);
}

/** Why a response is not CSV; undefined if it may be. */
export function notCsv(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (!response) return 'no answer';
  if (exchange.failure) return `an incomplete body: ${exchange.failure.message}`;
  // No content is no row.
  if (response.status === 204) return undefined;
  if (response.status !== 200) return `status ${response.status}`;
  if (mediaType(exchange) === 'application/json' || mediaType(exchange) === 'text/html')
    return mediaType(exchange);
  const head = bodyText(exchange).slice(0, 200).trimStart();
  if (/^<(!doctype|html|\?xml)/i.test(head)) return 'a page of markup';
  if (/^[[{]/.test(head)) return 'JSON';
  return undefined;
}

/** The current reading: bodies are read one after the other, since each needs memory for its widest row. */
let reading: Promise<unknown> = Promise.resolve();

/** Reads a body piece by piece. */
export function readExport(exchange: Exchange, names: Names): Promise<Table> {
  const mine = reading.then(async () => {
    const table = new Table(names.columns, declaredCharset(exchange));
    for await (const piece of exchange.response!.body.pieces()) table.feed(piece);
    return table.end();
  });
  reading = mine.catch(() => {});
  return mine;
}

/** Encodings that the reader detects itself. */
const FOUND_OUT = /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i;

/** The declared encoding of an export, if its bytes do not show it; undefined if it is unknown. */
export function declaredCharset(exchange: Exchange): string | undefined {
  const name = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header(exchange, 'content-type') ?? '')?.[1];
  if (name === undefined || FOUND_OUT.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
