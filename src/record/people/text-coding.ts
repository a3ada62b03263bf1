import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** How bytes are text; `packed` is text that was compressed and not declared so. */
export type TextCoding = 'bytes' | 'utf16le' | 'utf16be' | 'packed';

/** How a body is coded, by its first bytes. */
export function textCodingOf(head: Buffer): TextCoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf16be';
  const wide = withoutMark(head.subarray(0, 256));
  if (wide) return wide;
  return !isUtf8(whole(head)) && (holdsPacked(head) || unpacks(head)) ? 'packed' : 'bytes';
}

/** The text of western languages has a zero in every other byte. */
function withoutMark(head: Buffer): 'utf16le' | 'utf16be' | undefined {
  if (head.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]! += 1;
  const most = head.length * 0.3;
  if (zeros[1]! > most && zeros[0]! < most / 4) return 'utf16le';
  return zeros[0]! > most && zeros[1]! < most / 4 ? 'utf16be' : undefined;
}

/** Without a character that was cut at the end. */
function whole(head: Buffer): Buffer {
  for (let back = 1; back <= 4 && back <= head.length; back++) {
    const byte = head[head.length - back]!;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

/** First bytes of a file in an archive, as spreadsheets are, and of a part in gzip: within a form, say. */
const ARCHIVED = Buffer.from('PK\u0003\u0004', 'latin1');
const GZIPPED = Buffer.from([0x1f, 0x8b, 0x08]);

function holdsPacked(head: Buffer): boolean {
  return head.indexOf(ARCHIVED) === 0 || head.includes(GZIPPED);
}

/** What no text holds: bytes that unpack by chance come to such. */
const CONTROLS = /[^\t\n\r\x20-\xff]/;
const MOST = 65_536;
const SYNC = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * MOST };

/** Whether bytes are the beginning of something compressed that comes to text. */
function unpacks(head: Buffer): boolean {
  return unpackedText(head) !== undefined;
}

/** What something compressed says as far as it is text; undefined when it is none, empty when it is more than is looked at. */
export function unpackedText(head: Buffer): string | undefined {
  const bytes = head.subarray(0, MOST);
  const ways = [
    () => gunzipSync(bytes, SYNC),
    () => inflateSync(bytes, SYNC),
    () => inflateRawSync(bytes, SYNC),
    () => zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: 64 * MOST }),
    () =>
      brotliDecompressSync(bytes, {
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
        maxOutputLength: 64 * MOST,
      }),
  ];
  for (const unpack of ways) {
    try {
      const text = whole(unpack());
      if (text.length > 8 && isUtf8(text) && !CONTROLS.test(text.toString('latin1'))) return text.toString();
    } catch (error) {
      // More than is looked at: a bomb holds nobody, but nobody can tell.
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return '';
    }
  }
  return undefined;
}
