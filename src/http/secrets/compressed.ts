import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib';
import type { View } from './view.ts';
import { entriesOf, isArchive } from './zip.ts';

/** A packed text may not grow beyond this when it is looked into. */
const LARGEST = 8 * 1024 * 1024;
const BROTLI_LONGEST = 256 * 1024;

/** Whether these are the first bytes of gzip, zlib or Zstandard. */
export function isCompressed(a: number, b: number, c: number, d: number): boolean {
  if (a === 0x1f && b === 0x8b) return c === 8;
  if (a === 0x28) return b === 0xb5 && c === 0x2f && d === 0xfd;
  return (a & 0x0f) === 8 && a >> 4 <= 7 && ((a << 8) | b) % 31 === 0 && a === 0x78;
}

/**
 * What is packed in a text although nobody said so. Brotli has no mark to know it by: it is tried where the text is
 * none. `opaque` when it is packed and can't be looked into.
 */
export function unpacked(view: View): View | 'opaque' | undefined {
  const { bytes } = view;
  if (bytes.length < 12) return undefined;
  const found = packedIn(view);
  if (found === undefined || found === 'opaque') return found;
  const { content, from } = found;
  const start = view.start(from);
  const end = view.end(bytes.length - 1);
  const mark: View['mark'] = (_, mask) => mask.fill(1, start, end);
  return { bytes: content, start: () => start, end: () => end, mark, layers: [...view.layers, 'compressed'] };
}

/** What is packed in a text, and from which byte of it on. */
function packedIn({ bytes, layers }: View): { content: Uint8Array; from: number } | 'opaque' | undefined {
  const found = (content: Uint8Array | 'opaque' | undefined, from: number) =>
    content === undefined || content === 'opaque' ? content : { content, from };
  if (isCompressed(bytes[0]!, bytes[1]!, bytes[2]!, bytes[3]!)) return found(unpack(bytes), 0);
  if (layers.length > 0 || isUtf8(bytes)) return undefined;
  if (isArchive(bytes)) return found(entriesOf(bytes), 0);
  // A part of a larger body, such as a file within a form.
  const inside = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(GZIP);
  if (inside > 0) {
    const part = found(unpackMember(bytes.subarray(inside)), inside);
    if (part !== undefined) return part;
  }
  return bytes.length > BROTLI_LONGEST ? undefined : found(unpackUnmarked(bytes), 0);
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

function unpack(bytes: Uint8Array): Uint8Array | 'opaque' | undefined {
  // What was cut off is unpacked as far as it goes.
  const options = { maxOutputLength: LARGEST, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    if (bytes[0] !== 0x28) return unzipSync(bytes, options);
    return zstdDecompressSync(bytes, { maxOutputLength: LARGEST, finishFlush: constants.ZSTD_e_flush });
  } catch (error) {
    return tooLarge(error) ? 'opaque' : undefined;
  }
}

/** A member of gzip that something follows: what is packed begins after a head, which may hold the name of a file. */
function unpackMember(bytes: Uint8Array): Uint8Array | 'opaque' | undefined {
  const named = ((bytes[3] ?? 0) & 0x08) !== 0;
  const from = named ? bytes.indexOf(0, 10) + 1 : 10;
  try {
    return inflateRawSync(bytes.subarray(from), { maxOutputLength: LARGEST });
  } catch (error) {
    return tooLarge(error) ? 'opaque' : undefined;
  }
}

function unpackUnmarked(bytes: Uint8Array): Uint8Array | undefined {
  for (const attempt of [
    () =>
      brotliDecompressSync(bytes, {
        maxOutputLength: LARGEST,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }),
    () => inflateRawSync(bytes, { maxOutputLength: LARGEST }),
  ]) {
    try {
      const content = attempt();
      if (content.length > 0) return content;
    } catch {
      // Most bytes that are no text are nothing of the kind.
    }
  }
  return undefined;
}

const tooLarge = (error: unknown) => (error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE';
