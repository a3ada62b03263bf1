import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  inflateRawSync,
  unzipSync,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { framesOf } from './zstd-frames.ts';

/** Maximum size of decompressed text, as a multiple of a block, and at least so many bytes. */
const MOST_TIMES = 32;
const MOST_AT_LEAST = 256 * 1024;
const SHORTEST = 12;
/** Maximum layers of compression, and maximum bytes before a compressed part. */
const MOST_LAYERS = 3;
const MOST_BEFORE = 64;

/** The remaining budget for one text, in bytes and in layers. */
export interface Room {
  bytes: number;
  layers: number;
}

export function roomFor(text: Uint8Array): Room {
  return { bytes: Math.max(MOST_AT_LEAST, MOST_TIMES * text.length), layers: MOST_LAYERS };
}

/**
 * The content of a text with undeclared compression: gzip, zlib and Zstandard by their first bytes, Brotli and raw
 * deflate by trial if it is not text. A truncated text is decompressed as far as possible. `undefined` means larger
 * than the budget. On trial, other bytes may yield a few meaningless ones.
 */
export function decompressed(bytes: Uint8Array, room: Room): (Uint8Array | undefined)[] {
  if (room.layers === 0) return [];
  const found: (Uint8Array | undefined)[] = [];
  const attempt = (way: (bytes: Uint8Array, options: object) => Uint8Array, from: number, flush: number) => {
    try {
      const options = { maxOutputLength: Math.max(1, room.bytes), finishFlush: flush };
      const content = way(bytes.subarray(from), options);
      room.bytes -= content.length;
      if (content.length >= SHORTEST) found.push(content);
    } catch (error) {
      if (isTooLarge(error)) found.push(undefined);
    }
  };
  const { buffer, byteOffset, byteLength } = bytes;
  const begin = Buffer.from(buffer, byteOffset, Math.min(byteLength, MOST_BEFORE));
  const [gzipAt, zstdAt] = [begin.indexOf(GZIP), begin.indexOf(ZSTD)];
  const zlibAt = begin.findIndex((byte) => !BLANK.includes(byte));
  if (gzipAt >= 0) attempt(unzipSync, gzipAt, constants.Z_SYNC_FLUSH);
  if (zstdAt >= 0) attempt(everyFrame, zstdAt, constants.ZSTD_e_flush);
  if (isZlib(begin[zlibAt], begin[zlibAt + 1])) attempt(unzipSync, zlibAt, constants.Z_SYNC_FLUSH);
  if (found.length > 0 || isUtf8(bytes)) return found;
  attempt(brotliDecompressSync, 0, constants.BROTLI_OPERATION_FLUSH);
  attempt(inflateRawSync, 0, constants.Z_SYNC_FLUSH);
  return found;
}

const isTooLarge = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE';

/** Maximum number of frames in one text: each needs a decompressor. */
const MOST_FRAMES = 64;

/**
 * Node decompresses one frame only. What follows the frames is no content. Throws as for too large content if there
 * are too many.
 */
function everyFrame(bytes: Uint8Array, options: ZstdOptions): Uint8Array {
  const frames = framesOf(bytes);
  if (frames.length > MOST_FRAMES)
    throw Object.assign(new Error('too many frames'), { code: 'ERR_BUFFER_TOO_LARGE' });
  let left = options.maxOutputLength!;
  const contents: Buffer[] = [];
  for (const frame of frames) {
    try {
      contents.push(zstdDecompressSync(frame, { ...options, maxOutputLength: Math.max(1, left) }));
    } catch (error) {
      if (contents.length === 0 || isTooLarge(error)) throw error;
      break;
    }
    left -= contents.at(-1)!.length;
  }
  return Buffer.concat(contents);
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const BLANK = Buffer.from('\0\t\n\r \ufeff');

/** Whether two bytes are a zlib header, for a window of any size. */
export function isZlib(first = 0, second = 0): boolean {
  return (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;
}
