import { type Duplex, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { exportUndecided, summaryFails, summaryIsNone, summaryUndecided, UNHURRIED } from './expectations.ts';
import { type Hostile, only } from './hostile.ts';
import {
  answers,
  CHUNKED,
  CLOSE,
  CSV_TYPE,
  chunk,
  drip,
  ends,
  flood,
  head,
  isExport,
  isSummary,
  JSON_TYPE,
} from './wire.ts';

const MEGABYTE = Buffer.alloc(1_000_000, ' ');
/** By coding; each takes a while to make. */
const made = new Map<string, Promise<Buffer>>();

/** Answers with 400 MB of spaces that a coder makes small. */
async function explode(socket: Duplex, coding: string, coder: () => Transform): Promise<void> {
  let bomb = made.get(coding);
  if (!bomb) {
    bomb = buffer(Readable.from(Array.from({ length: 400 }, () => MEGABYTE)).pipe(coder()));
    made.set(coding, bomb);
  }
  const body = await bomb;
  socket.write(head('200 OK', [JSON_TYPE, ['content-encoding', coding], CLOSE]));
  socket.end(body);
}

const MEMBERS = [
  ...['total_input_tokens', 'total_output_tokens', 'total_tokens', 'total_requests', 'unique_users'],
  ...['unique_models', 'unique_providers', 'api_usage', 'app_usage', 'date_range_days'],
];

const BODY = `${' '.repeat(2_000_000)}${JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, 0])))}`;

const LINE = Buffer.alloc(65_536, 'a,b,c,d,e,f,g\n');

const PIECE = chunk(Buffer.alloc(65_536, 'a,b,c,d,e,f,g\n'));

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Services that hurt by the size and the coding of their bodies. */
export const body: readonly Hostile[] = [
  // Never silent for long, and never at its end.
  {
    id: 'body-slow',
    title: 'sends the summary one byte at a time',
    expects: summaryUndecided(/the exchange did not end within/, { timeout: 1, seconds: 60 }),
    act: only(isSummary, (call) => {
      call.socket.write(head('200 OK', [JSON_TYPE, CLOSE]));
      drip(call.socket, Buffer.from('{"total_tokens": '), Buffer.from('1'));
    }),
  },
  // It is valid JSON that matches the schema: content that is not in memory must not lead to a finding.
  {
    id: 'summary-of-two-megabytes',
    title: 'pads a valid summary to two megabytes',
    expects: summaryUndecided(/the body has 20\d+ bytes, above the memory limit/),
    act: answers(isSummary, JSON_TYPE, BODY),
  },
  // Announced, and larger than any memory.
  {
    id: 'body-five-gigabytes',
    title: 'exports 5 GB and says so',
    expects: exportUndecided(/the exchange did not end within|the body exceeds/, { seconds: 45 }),
    act: only(isExport, (call) => {
      const size = 5 * 1024 ** 3;
      call.socket.write(head('200 OK', [CSV_TYPE, ['content-length', String(size)]]));
      let left = size / LINE.length;
      flood(call.socket, () => (left-- > 0 ? LINE : undefined));
    }),
  },
  // Nothing announces its size.
  {
    id: 'body-five-gigabytes-chunked',
    title: 'exports 5 GB in chunks, without saying how much',
    expects: exportUndecided(/the exchange did not end within|the body exceeds/, { seconds: 45 }),
    act: only(isExport, (call) => {
      call.socket.write(head('200 OK', [CSV_TYPE, CHUNKED]));
      let left = (5 * 1024 ** 3) / 65_536;
      flood(call.socket, () => (left-- > 0 ? PIECE : undefined));
    }),
  },
  // Small on the wire, large in memory.
  {
    id: 'gzip-bomb',
    title: 'sends a summary that gzip blows up to 400 MB',
    expects: summaryUndecided(/the body exceeds the limit of 67108864 bytes/, {
      timeout: UNHURRIED,
      seconds: 40,
    }),
    act: only(isSummary, (call) => {
      explode(call.socket, 'gzip', createGzip);
    }),
  },
  // Small on the wire, large in memory.
  {
    id: 'brotli-bomb',
    title: 'sends a summary that brotli blows up to 400 MB',
    expects: summaryUndecided(/the body exceeds the limit of 67108864 bytes/, {
      timeout: UNHURRIED,
      seconds: 40,
    }),
    act: only(isSummary, (call) => {
      explode(call.socket, 'br', () => createBrotliCompress(FAST));
    }),
  },
  // Small on the wire, large in memory.
  {
    id: 'zstd-bomb',
    title: 'sends a summary that zstd blows up to 400 MB',
    expects: summaryUndecided(/the body exceeds the limit of 67108864 bytes/, {
      timeout: UNHURRIED,
      seconds: 40,
    }),
    act: only(isSummary, (call) => {
      explode(call.socket, 'zstd', createZstdCompress);
    }),
  },
  // Bytes that cannot be undone.
  {
    id: 'coding-unknown',
    title: 'sends a summary in an unknown content coding',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, 'abcdef', [['content-encoding', 'x-mystery, gzip, br']]),
  },
  // Undoing the coding must fail cleanly.
  {
    id: 'coding-a-lie',
    title: 'says gzip and sends plain JSON',
    expects: summaryFails(/the gzip coding of the body is invalid/),
    act: answers(isSummary, JSON_TYPE, '{"total_tokens": 1}', [['content-encoding', 'gzip']]),
  },
  // A 204 has no body, whatever its length says.
  {
    id: 'no-content-with-a-body',
    title: 'answers the summary with 204 and a body',
    expects: summaryIsNone,
    act: ends(isSummary, head('204 No Content', [JSON_TYPE, ['content-length', '2'], CLOSE]), '{}'),
  },
];
