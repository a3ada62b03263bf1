import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib';

/** What was decompressed may be so many times as long as the body, and so many bytes in any case. */
const MOST_TIMES = 32;
const MOST_AT_LEAST = 256 * 1024;
const SHORTEST = 12;

/**
 * What a body says that is compressed although its headers do not say so: gzip, zlib and Zstandard by their first bytes,
 * Brotli and bare deflate by trial where the body is no text. What was cut off is read as far as it goes. `opaque` when it
 * is larger than it may be; empty when the body is not compressed. On trial, other bytes may give a few that say nothing.
 */
export function decompressed(bytes: Uint8Array): readonly Uint8Array[] | 'opaque' {
  const maxOutputLength = Math.max(MOST_AT_LEAST, MOST_TIMES * bytes.length);
  const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  const zstd = { maxOutputLength, finishFlush: constants.ZSTD_e_flush };
  const brotli = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  if (isZlib(bytes)) return contents(() => unzipSync(bytes, zlib));
  if (isZstd(bytes)) return contents(() => zstdDecompressSync(bytes, zstd));
  if (isUtf8(bytes)) return [];
  return contents(
    () => brotliDecompressSync(bytes, brotli),
    () => inflateRawSync(bytes, zlib),
  );
}

/** Whether bytes begin as gzip, or as zlib with the usual window. */
function isZlib(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0x1f, 0x8b, 0x08)) return true;
  return bytes[0] === 0x78 && ((bytes[0] << 8) | bytes[1]!) % 31 === 0;
}

const isZstd = (bytes: Uint8Array) => startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd);
const startsWith = (bytes: Uint8Array, ...begin: number[]) => begin.every((byte, at) => bytes[at] === byte);

function contents(...ways: (() => Uint8Array)[]): readonly Uint8Array[] | 'opaque' {
  const found: Uint8Array[] = [];
  for (const way of ways) {
    try {
      const content = way();
      if (content.length >= SHORTEST) found.push(content);
    } catch (error) {
      if ((error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE') return 'opaque';
    }
  }
  return found;
}
