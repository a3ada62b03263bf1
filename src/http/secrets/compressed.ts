import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib';

/** What was decompressed may be so many times as long as the body, and so many bytes in any case. */
const MOST_TIMES = 32;
const MOST_AT_LEAST = 256 * 1024;
const SHORTEST = 12;
/** Layers of compression that are taken off, and bytes that may stand before one. */
const MOST_LAYERS = 3;
const MOST_BEFORE = 64;

/**
 * What a body says that is compressed although its headers do not say so, layer by layer: gzip, zlib and Zstandard by their
 * first bytes, Brotli and bare deflate by trial where the body is no text. What was cut off is read as far as it goes.
 * `opaque` when it is larger than it may be; empty when the body is not compressed. On trial, other bytes may give a few
 * that say nothing.
 */
export function decompressed(bytes: Uint8Array): readonly Uint8Array[] | 'opaque' {
  const most = Math.max(MOST_AT_LEAST, MOST_TIMES * bytes.length);
  const all: Uint8Array[] = [];
  let layer: readonly Uint8Array[] = [bytes];
  let size = 0;
  for (let depth = 0; depth < MOST_LAYERS && layer.length > 0; depth++) {
    const inner: Uint8Array[] = [];
    for (const outer of layer) {
      for (const content of contents(outer, most)) {
        if (content === 'opaque') return 'opaque';
        size += content.length;
        inner.push(content);
      }
    }
    if (size > 2 * most) return 'opaque';
    all.push(...inner);
    layer = inner;
  }
  return all;
}

function contents(bytes: Uint8Array, maxOutputLength: number): (Uint8Array | 'opaque')[] {
  const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  const zstd = { maxOutputLength, finishFlush: constants.ZSTD_e_flush };
  const brotli = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const found: (Uint8Array | 'opaque')[] = [];
  const attempt = (way: () => Uint8Array) => {
    try {
      const content = way();
      if (content.length >= SHORTEST) found.push(content);
    } catch (error) {
      if ((error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE') found.push('opaque');
    }
  };
  const { buffer, byteOffset, byteLength } = bytes;
  const begin = Buffer.from(buffer, byteOffset, Math.min(byteLength, MOST_BEFORE));
  const [gzipAt, zstdAt] = [begin.indexOf(GZIP), begin.indexOf(ZSTD)];
  const zlibAt = begin.findIndex((byte) => !BLANK.includes(byte));
  if (gzipAt >= 0) attempt(() => unzipSync(bytes.subarray(gzipAt), zlib));
  if (zstdAt >= 0) attempt(() => zstdDecompressSync(bytes.subarray(zstdAt), zstd));
  if (isZlib(begin[zlibAt], begin[zlibAt + 1])) attempt(() => unzipSync(bytes.subarray(zlibAt), zlib));
  if (found.length > 0 || isUtf8(bytes)) return found;
  attempt(() => brotliDecompressSync(bytes, brotli));
  attempt(() => inflateRawSync(bytes, zlib));
  return found;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const BLANK = Buffer.from('\0\t\n\r \ufeff');

/** Whether two bytes are the header of zlib, for a window of any size. */
export function isZlib(first = 0, second = 0): boolean {
  return (first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0;
}
