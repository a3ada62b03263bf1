import type { Behaviour } from '../behaviour.ts';
import type { CsvStyle } from '../csv-style.ts';
import type { Reply, ServiceRequest, Write } from '../message.ts';
import type { UsageRecord } from '../usage-record.ts';

const SUMMED: readonly (keyof UsageRecord)[] = [
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_requests',
];
/** Characters gathered before they are written: large enough to be cheap, small enough to keep memory flat. */
const PIECE = 32_768;

/** The export as a response whose body is made while it is sent. */
export function csvReply(
  behaviour: Behaviour,
  records: Iterable<UsageRecord>,
  request: ServiceRequest,
): Reply {
  const style = behaviour.csv;
  const headers: [string, string][] = [];
  if (style.contentType !== undefined) headers.push(['Content-Type', style.contentType]);
  if (style.fileName !== undefined)
    headers.push(['Content-Disposition', `attachment; filename="${style.fileName}"`]);
  const lines = behaviour.csvLines(linesOf(behaviour, records, request), request);
  return { status: 200, headers, body: pieces(trimmed(lines, style), style) };
}

function* linesOf(
  behaviour: Behaviour,
  records: Iterable<UsageRecord>,
  request: ServiceRequest,
): Iterable<string> {
  const style = behaviour.csv;
  let row = 0;
  const line = (cells: string[]) => csvLine(behaviour.csvRow(cells, row++, request), style);
  if (style.separatorLine) yield `sep=${style.delimiter}${style.newline}`;
  for (const caption of style.caption)
    yield csvLine(
      style.columns.map((_, i) => caption[i] ?? ''),
      style,
    );
  if (style.header) yield line(style.columns.map(([, title]) => title));
  else row = 1;
  const sums = new Map<string, number>(SUMMED.map((member) => [member, 0]));
  for (const record of records) {
    if (style.totalsRow !== undefined) {
      for (const member of SUMMED) sums.set(member, sums.get(member)! + Number(record[member]));
    }
    yield line(style.columns.map(([member]) => String(record[member])));
  }
  if (style.totalsRow !== undefined) {
    yield line(
      style.columns.map(([member], i) => (i === 0 ? style.totalsRow! : String(sums.get(member) ?? ''))),
    );
  }
}

/** One line with its newline; a cell is quoted when it has to be, with quotes doubled (RFC 4180). */
export function csvLine(cells: readonly string[], style: CsvStyle): string {
  const quoted = cells.map((cell) =>
    style.quoting === 'all' || needsQuotes(cell, style.delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(style.delimiter) + style.newline;
}

function needsQuotes(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || /["\r\n]/.test(cell);
}

function* trimmed(lines: Iterable<string>, style: CsvStyle): Iterable<string> {
  if (style.finalNewline) return yield* lines;
  let last: string | undefined;
  for (const line of lines) {
    if (last !== undefined) yield last;
    last = line;
  }
  if (last !== undefined) yield last.endsWith(style.newline) ? last.slice(0, -style.newline.length) : last;
}

function* pieces(lines: Iterable<string>, style: CsvStyle): Iterable<Write> {
  let text = style.bom ? '\uFEFF' : '';
  for (const line of lines) {
    text += line;
    if (text.length < PIECE) continue;
    yield { bytes: encode(text, style) };
    text = '';
  }
  if (text !== '') yield { bytes: encode(text, style) };
}

function encode(text: string, style: CsvStyle): Uint8Array {
  return Buffer.from(text, style.encoding === 'utf-16le' ? 'utf16le' : 'utf8');
}
