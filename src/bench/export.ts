import { fork } from 'node:child_process';
import { join } from 'node:path';
import Papa from 'papaparse';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { Table } from '../usage/csv/table.ts';
import { alternate, bounded, exponent, infoRow, median, ROUNDS, type Row, ratio, timed } from './measure.ts';

const HEADER =
  'id,user_id,org_id,email,model,model_provider,source,input_tokens,output_tokens,total_tokens,total_requests,date,created_at\r\n';
const PIECE = 65_536;

/** Rows as a service exports them, some with quotes, commas and letters beyond ASCII, repeated as a block. */
function block(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, n) => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const email = n % 7 === 0 ? '"O\'Neil, ""Jo"" <jo@example.test>"' : `user${n % 50}@example.test`;
    const model = n % 5 === 0 ? 'größer-7b' : 'zephyr-small';
    const day = `2026-0${1 + (n % 9)}-1${n % 10}T00:00:00Z`;
    const source = n % 3 === 0 ? 'app' : 'api';
    return `${id},${id},${id},${email},${model},provider-${n % 4},${source},${n},${n * 2},${n * 3},${1 + (n % 9)},${day},${day}\r\n`;
  });
  return Buffer.from(lines.join(''));
}

/**
 * The same bytes repeatedly, in pieces as they arrive from a socket, so that the whole export is never in memory.
 */
export function* pieces(rows: number): Generator<Buffer> {
  const part = block(10_000);
  yield Buffer.from(HEADER);
  for (let n = 0; n < rows / 10_000; n++) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
}

function ours(rows: number): void {
  const table = new Table();
  for (const piece of pieces(rows)) table.feed(piece);
  if (table.end().records !== rows) throw new Error(`the table has ${table.records} records of ${rows}`);
}

/** papaparse with a stream; rows are delivered and dropped. */
function alone(rows: number): void {
  let seen = 0;
  const parser = new Papa.Parser({ delimiter: ',', newline: '\r\n' });
  const decoder = new TextDecoder();
  let rest = '';
  let first = true;
  const take = (text: string, last: boolean) => {
    const { data, meta } = parser.parse(text, 0, !last) as { data: unknown[]; meta: { cursor: number } };
    seen += data.length - (first && data.length > 0 ? 1 : 0);
    if (data.length > 0) first = false;
    return text.slice(meta.cursor);
  };
  for (const piece of pieces(rows)) rest = take(rest + decoder.decode(piece, { stream: true }), false);
  take(rest, true);
  if (seen < rows) throw new Error(`papaparse saw ${seen} rows of ${rows}`);
}

/** Peak memory in MiB of a separate process that reads so many rows. */
function peakWhileReading(rows: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const script = join(PACKAGE_ROOT, 'src', 'bench', 'export-process.ts');
    const child = fork(script, [String(rows)], { execArgv: [] });
    child.once('message', (mebibytes) => resolve(Number(mebibytes)));
    child.once('exit', (code) => reject(new Error(`reading the export ended with ${code}`)));
  });
}

/** Reads and adds up 1,000,000 exported rows, compared with papaparse alone over the same bytes. */
export async function exportRows(exhaustive: boolean): Promise<Row[]> {
  const rows = 1_000_000;
  const times = await alternate(
    {
      ours: () => timed(() => ours(rows)),
      alone: () => timed(() => alone(rows)),
    },
    ROUNDS,
  );
  const points: [number, number][] = [];
  for (const size of [100_000, 300_000, 1_000_000]) points.push([size, await timed(() => ours(size))]);
  const list = [
    bounded(
      'export of 1,000,000 rows read and added up, beside papaparse alone',
      `${median(times.ours).toFixed(0)} ms beside ${median(times.alone).toFixed(0)} ms`,
      ratio(times.ours, times.alone),
      { most: 3 },
    ),
    infoRow(
      'the same for 100,000, 300,000 and 1,000,000 rows',
      points.map(([, ms]) => `${ms.toFixed(0)} ms`).join(', '),
      `exponent ${exponent(points).toFixed(2)}`,
    ),
  ];
  for (const size of exhaustive ? [1_000_000, 10_000_000] : [1_000_000]) {
    const mebibytes = await peakWhileReading(size);
    list.push(
      bounded(
        `memory while reading ${size.toLocaleString('en')} rows, of 300 MiB`,
        `${mebibytes.toFixed(0)} MiB`,
        mebibytes / 300,
        { most: 1 },
      ),
    );
  }
  return list;
}
