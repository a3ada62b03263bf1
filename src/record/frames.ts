import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/*
 * The record is a file of Zstandard frames, one a line: each is whole by itself, so that `zstd -dc` gives every line that
 * was written before a run was killed, and any line can be read without those before it.
 */

const MAGIC = 0xfd2fb528;
const MAGIC_BYTES = 4;
const BLOCK_HEADER = 3;
/** Bytes of an uncompressed block at most, as the format has it. */
const MOST_IN_BLOCK = 128 * 1024;
/** A frame that asks for a larger window is none of ours; lines are shorter than that. */
const WINDOW_LOG = 24;

const PACKING = { [constants.ZSTD_c_checksumFlag]: 1 };
/** What a packer writes into at first: to make it of the usual size takes longer than to pack a line. */
const ROOM = { least: 1024, most: 64 * 1024 };
const UNPACKING = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };

/** The bytes as one compressed frame. */
export function packedFrame(bytes: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(ROOM.least, bytes.length), ROOM.most);
  return zstdCompressSync(bytes, { params: PACKING, pledgedSrcSize: bytes.length, chunkSize });
}

/** The bytes as one frame that is not compressed: what unpacks to a thousand times its size is taken for a trap. */
export function plainFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(MAGIC_BYTES + 2);
  head.writeUInt32LE(MAGIC, 0);
  // No size of the content, no checksum; a window of 16 MiB.
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
 * What a frame holds. Throws for one that is damaged or holds more than `most` bytes; `isTooLarge` tells which. A frame
 * that tells its size is unpacked into one piece of that size, so that what it holds is never there twice.
 */
export function unpackedFrame(frame: Buffer, most: number): Buffer {
  const told = toldSize(frame) ?? UNTOLD;
  const chunkSize = Math.max(LEAST_CHUNK, Math.min(told, most) + 1);
  return zstdDecompressSync(frame, { chunkSize, maxOutputLength: most, params: UNPACKING });
}

/** Bytes that are unpacked at once of a frame that does not tell its size. */
const UNTOLD = 64 * 1024;
/** Node takes no smaller ones. */
const LEAST_CHUNK = 64;

/** The size of its content that a frame tells, true or not. */
function toldSize(frame: Buffer): number | undefined {
  const descriptor = frame[MAGIC_BYTES]!;
  const single = (descriptor >> 5) & 1;
  const bytes = [single, 2, 4, 8][descriptor >> 6]!;
  const at = MAGIC_BYTES + 1 + (single ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  if (bytes === 0 || at + bytes > frame.length) return undefined;
  if (bytes === 8) return Number(frame.readBigUInt64LE(at));
  // A size of two bytes leaves out those that fit into one.
  return frame.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

/** Whether unpacking failed because a frame holds more than it may. */
export function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Bytes of the frame that begins at `from`: `undefined` when its end lies beyond `end`, 0 when no frame begins there.
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
    // A block of one repeated byte holds that byte only.
    at += BLOCK_HEADER + (kind === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) break;
  }
  at += descriptor & 4 ? 4 : 0;
  return at > end ? undefined : at - from;
}

/** Whoever reads a record unpacks so many bytes at most, and so many times its size: a small file must not cost hours. */
const FREE = 64 * 1024 * 1024;
const TIMES = 100;

/** Counts what a record unpacks to; whoever writes one keeps the bound that whoever reads it insists on. */
export class Growth {
  #packed = 0;
  #unpacked = 0;

  /** Whether the bound still holds with a frame of `packed` bytes that comes to `unpacked`. */
  allows(packed: number, unpacked: number): boolean {
    return unpacked <= this.left(packed);
  }

  /** Bytes that a frame of `packed` bytes may come to. */
  left(packed: number): number {
    return FREE + TIMES * (this.#packed + packed) - this.#unpacked;
  }

  add(packed: number, unpacked: number): void {
    this.#packed += packed;
    this.#unpacked += unpacked;
  }
}
