import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * The record is a file of Zstandard frames of whole lines. Each frame is independent, so that `zstd -dc` shows every
 * frame that was written before a run was killed, and any line can be read without the earlier frames.
 */

const MAGIC = 0xfd2fb528;
const MAGIC_BYTES = 4;
const BLOCK_HEADER = 3;
/** Maximum size of an uncompressed block in the format. */
const MOST_IN_BLOCK = 128 * 1024;
/** chatspec writes no frames with a larger window; lines are shorter. */
const WINDOW_LOG = 24;

const PACKING = { [constants.ZSTD_c_checksumFlag]: 1 };
/** Initial buffer of a packer: a buffer of the usual size would take longer than packing a line. */
const ROOM = { least: 1024, most: 64 * 1024 };
const UNPACKING = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };

/** The bytes as one compressed frame. */
export function packedFrame(bytes: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(ROOM.least, bytes.length), ROOM.most);
  return zstdCompressSync(bytes, { params: PACKING, pledgedSrcSize: bytes.length, chunkSize });
}

/** The bytes as one uncompressed frame: a frame with a ratio of a thousand would look like a decompression bomb. */
export function plainFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(MAGIC_BYTES + 2);
  head.writeUInt32LE(MAGIC, 0);
  // Without content size and checksum; a window of 16 MiB.
  head[MAGIC_BYTES + 1] = (WINDOW_LOG - 10) << 3;
  const parts: Uint8Array[] = [head];
  for (let at = 0; at === 0 || at < bytes.length; at += MOST_IN_BLOCK) {
    const piece = bytes.subarray(at, at + MOST_IN_BLOCK);
    const block = Buffer.alloc(BLOCK_HEADER);
    block.writeUIntLE((piece.length << 3) | (at + MOST_IN_BLOCK >= bytes.length ? 1 : 0), 0, BLOCK_HEADER);
    parts.push(block, piece);
  }
  return Buffer.concat(parts);
}

/**
 * The content of a frame. Throws for a damaged frame or one with more than `most` bytes; `isTooLarge` distinguishes
 * them. A frame with a declared size is unpacked into one buffer of that size, so that its content is never in
 * memory twice.
 */
export function unpackedFrame(frame: Buffer, most: number): Buffer {
  const told = toldSize(frame) ?? UNTOLD;
  const chunkSize = Math.max(LEAST_CHUNK, Math.min(told, most) + 1);
  return zstdDecompressSync(frame, { chunkSize, maxOutputLength: most, params: UNPACKING });
}

/** Bytes per step when a frame does not declare its size. */
const UNTOLD = 64 * 1024;
/** The smallest size that Node accepts. */
const LEAST_CHUNK = 64;

/** The declared content size of a frame, true or not. */
function toldSize(frame: Buffer): number | undefined {
  const descriptor = frame[MAGIC_BYTES]!;
  const single = (descriptor >> 5) & 1;
  const bytes = [single, 2, 4, 8][descriptor >> 6]!;
  const at = MAGIC_BYTES + 1 + (single ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  if (bytes === 0 || at + bytes > frame.length) return undefined;
  if (bytes === 8) return Number(frame.readBigUInt64LE(at));
  // The two-byte size has an offset, because smaller sizes fit into one byte.
  return frame.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

/** Whether unpacking failed because a frame is too large. */
export function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Bytes of the frame that begins at `from`: `undefined` if its end is after `end`, 0 if no frame begins there.
 * Nothing is unpacked.
 */
export function frameLength(bytes: Buffer, from: number, end: number): number | undefined {
  if (end - from < MAGIC_BYTES + 1) return undefined;
  if (bytes.readUInt32LE(from) !== MAGIC) return 0;
  const descriptor = bytes[from + MAGIC_BYTES]!;
  const single = (descriptor >> 5) & 1;
  const sizes = [single, 2, 4, 8][descriptor >> 6]!;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  let at = from + MAGIC_BYTES + 1 + (single ? 0 : 1) + dictionary + sizes;
  for (;;) {
    if (at + BLOCK_HEADER > end) return undefined;
    const header = bytes.readUIntLE(at, BLOCK_HEADER);
    const kind = (header >> 1) & 3;
    if (kind === 3) return 0;
    // A block of one repeated byte contains only that byte.
    at += BLOCK_HEADER + (kind === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) break;
  }
  at += descriptor & 4 ? 4 : 0;
  return at > end ? undefined : at - from;
}

/** Maximum unpacked size of a record, absolute and as a multiple of its size: a small file must not cost hours. */
const FREE = 64 * 1024 * 1024;
const TIMES = 100;

/** Counts the unpacked size of a record; writers stay within the limit that readers enforce. */
export class Growth {
  #packed = 0;
  #unpacked = 0;

  /** Whether the limit still holds with a frame of `packed` bytes that unpacks to `unpacked`. */
  allows(packed: number, unpacked: number): boolean {
    return unpacked <= this.left(packed);
  }

  /** Maximum unpacked bytes of a frame of `packed` bytes. */
  left(packed: number): number {
    return FREE + TIMES * (this.#packed + packed) - this.#unpacked;
  }

  add(packed: number, unpacked: number): void {
    this.#packed += packed;
    this.#unpacked += unpacked;
  }
}
