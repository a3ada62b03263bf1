import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib';
import { isSealed, mayBePacked } from './unmarked.ts';
import type { View } from './view.ts';
import { entriesOf, isArchive } from './zip.ts';

/** A packed text may not grow beyond this when it is looked into. */
const LARGEST = 8 * 1024 * 1024;
/** What only may be packed is unpacked on trial: letters that say nothing may swell to much. */
const LARGEST_GUESSED = 256 * 1024;
const BROTLI_LONGEST = 256 * 1024;

/** Whether these are the first bytes of gzip, of Zstandard, or of zlib with the usual window. */
function isCompressed(a: number, b: number, c: number, d: number): boolean {
  if (a === 0x1f && b === 0x8b) return c === 8;
  if (a === 0x28) return b === 0xb5 && c === 0x2f && d === 0xfd;
  return a === 0x78 && isZlib(a, b);
}

const isZlib = (a: number, b: number) => (a & 0x8f) === 8 && ((a << 8) | b) % 31 === 0;

/** Whether bytes that stood in a text as Base64 or hexadecimal are something packed: the first of them are enough. */
export function isPackedCode(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return isCompressed(a, b, c, d) || isZlib(a, b) || mayBePacked(bytes) || isSealed(bytes);
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
  if (isSealed(bytes)) return 'opaque';
  const isCode = /^(?:base64|hex)$/.test(layers.at(-1) ?? '');
  const isMarked = isCompressed(bytes[0]!, bytes[1]!, bytes[2]!, bytes[3]!);
  if (isMarked || (isCode && isZlib(bytes[0]!, bytes[1]!))) {
    const content = unpack(bytes);
    if (content !== undefined) return found(content, 0);
  }
  if (isCode && mayBePacked(bytes)) return found(unpackUnmarked(bytes, LARGEST_GUESSED), 0);
  if (layers.length > 0 || isUtf8(bytes)) return undefined;
  if (isArchive(bytes)) return found(entriesOf(bytes), 0);
  // A part of a larger body, such as a file within a form.
  const inside = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(GZIP);
  if (inside > 0) {
    const part = found(unpackMember(bytes.subarray(inside)), inside);
    if (part !== undefined) return part;
  }
  const streams = zlibWithin(bytes);
  if (streams) return streams;
  return bytes.length > BROTLI_LONGEST ? undefined : found(unpackUnmarked(bytes, LARGEST), 0);
}

/** Streams of zlib that are tried in a body at most, and how a stream with the usual window begins. */
const MOST_STREAMS = 64;
const ZLIB = [0x01, 0x5e, 0x9c, 0xda];

/** What is packed within a document or a picture, all of it as one text. */
function zlibWithin(bytes: Uint8Array): { content: Uint8Array; from: number } | undefined {
  const contents: Uint8Array[] = [];
  let from = -1;
  let room = LARGEST;
  let tried = 0;
  for (let at = bytes.indexOf(0x78, 1); at > 0 && tried < MOST_STREAMS; at = bytes.indexOf(0x78, at + 1)) {
    if (!ZLIB.includes(bytes[at + 1]!)) continue;
    tried++;
    try {
      const part = unzipSync(bytes.subarray(at), {
        maxOutputLength: room,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      if (part.length < 12) continue;
      contents.push(part, NEXT);
      if (from < 0) from = at;
      room = Math.max(1, room - part.length);
    } catch {
      // Two bytes that look so are none.
    }
  }
  return from < 0 ? undefined : { content: Buffer.concat(contents), from };
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

function unpack(bytes: Uint8Array): Uint8Array | 'opaque' | undefined {
  // What was cut off is unpacked as far as it goes.
  const options = { maxOutputLength: LARGEST, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    if (bytes[0] !== 0x28) return unzipSync(bytes, options);
    return zstdDecompressSync(bytes, { maxOutputLength: LARGEST, finishFlush: constants.ZSTD_e_flush });
  } catch (error) {
    if (tooLarge(error)) return 'opaque';
    return bytes[0] === 0x1f ? unpackMember(bytes) : undefined;
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

/** What bytes are in each of the ways that have no mark: some make a few letters of anything. */
function unpackUnmarked(bytes: Uint8Array, largest: number): Uint8Array | undefined {
  const flush = { maxOutputLength: largest, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const attempts = [
    () => brotliDecompressSync(bytes, flush),
    () => inflateRawSync(bytes, { maxOutputLength: largest, finishFlush: constants.Z_SYNC_FLUSH }),
  ];
  const contents = attempts.flatMap((attempt) => {
    try {
      return [attempt(), NEXT];
    } catch {
      // Most bytes that are no text are nothing of the kind.
      return [];
    }
  });
  const all = Buffer.concat(contents);
  return all.length > contents.length / 2 ? all : undefined;
}

const NEXT = Buffer.from('\n');

const tooLarge = (error: unknown) => (error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE';
