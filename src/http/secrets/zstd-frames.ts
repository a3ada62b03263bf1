import { Transform } from 'node:stream';

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a5;
const LEAST_HEAD = 5;
const BLOCK_HEAD = 3;

/** What follows the head of a frame or block. */
interface Following {
  bytes: number;
  /** Whether the frame ends with them. */
  isLast: boolean;
}

/**
 * The ends of Zstandard frames in bytes that arrive in pieces (RFC 8878, 3.1). Node decompresses one frame for each
 * write and drops the rest of it.
 */
class FrameEnds {
  #head: number[] = [];
  #following: Following = { bytes: 0, isLast: false };
  #isInFrame = false;
  #hasChecksum = false;
  /** Other bytes than a frame: nothing is known about what follows. */
  #isLost = false;

  /** The offsets in the piece at which a frame ends. */
  of(piece: Uint8Array): number[] {
    const ends: number[] = [];
    for (let at = 0; at < piece.length && !this.#isLost; ) {
      if (this.#following.bytes > 0) {
        const taken = Math.min(this.#following.bytes, piece.length - at);
        this.#following.bytes -= taken;
        at += taken;
      } else {
        this.#head.push(piece[at++]!);
        const following = this.#isInFrame ? this.#block() : this.#frame();
        if (!following) continue;
        this.#head = [];
        this.#following = following;
      }
      if (this.#following.bytes > 0 || !this.#following.isLast) continue;
      this.#following = { bytes: 0, isLast: false };
      this.#isInFrame = false;
      ends.push(at);
    }
    return ends;
  }

  #frame(): Following | undefined {
    const head = Buffer.from(this.#head);
    if (head.length < LEAST_HEAD) return undefined;
    const magic = head.readUInt32LE(0);
    if (magic >>> 4 === SKIPPABLE)
      return head.length < 8 ? undefined : { bytes: head.readUInt32LE(4), isLast: true };
    this.#isLost = magic !== MAGIC;
    const descriptor = head[4]!;
    const isSingle = (descriptor >> 5) & 1;
    const size = [isSingle, 2, 4, 8][descriptor >> 6]!;
    const dictionary = [0, 1, 2, 4][descriptor & 3]!;
    if (head.length < LEAST_HEAD + (1 - isSingle) + dictionary + size) return undefined;
    this.#isInFrame = true;
    this.#hasChecksum = (descriptor & 4) !== 0;
    return { bytes: 0, isLast: false };
  }

  #block(): Following | undefined {
    const head = Buffer.from(this.#head);
    if (head.length < BLOCK_HEAD) return undefined;
    const value = head.readUIntLE(0, BLOCK_HEAD);
    const [isLast, kind] = [(value & 1) === 1, (value >> 1) & 3];
    this.#isLost = kind === 3;
    // A block of one repeated byte contains only that byte.
    const bytes = (kind === 1 ? 1 : value >> 3) + (isLast && this.#hasChecksum ? 4 : 0);
    return { bytes, isLast };
  }
}

/** The parts of a piece that end at these offsets, and the rest. */
const cut = (piece: Uint8Array, ends: readonly number[]): Uint8Array[] =>
  [0, ...ends].map((from, i) => piece.subarray(from, ends[i])).filter(({ length }) => length > 0);

/** The frames of a text, the last one perhaps truncated. */
export const framesOf = (bytes: Uint8Array): Uint8Array[] => cut(bytes, new FrameEnds().of(bytes));

/** Frames that a body may have, and the bytes that allow one more: each frame takes as long as some hundred bytes. */
const FREE_FRAMES = 1_000;
const BYTES_A_FRAME = 256;

/**
 * Passes bytes on so that no piece has the end of one frame and the start of another. Fails with a `RangeError` if
 * they have far more frames than any service makes.
 */
export function frameByFrame(): Transform {
  const ends = new FrameEnds();
  let [bytes, frames] = [0, 0];
  return new Transform({
    transform(piece: Buffer, _, done) {
      const found = ends.of(piece);
      bytes += piece.length;
      frames += found.length;
      if (frames > FREE_FRAMES + bytes / BYTES_A_FRAME) {
        done(new RangeError('too many frames'));
        return;
      }
      for (const part of cut(piece, found)) this.push(part);
      done();
    },
  });
}
