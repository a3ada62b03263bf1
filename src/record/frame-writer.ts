import { closeSync, fsyncSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { Growth, packedFrame, plainFrame } from './frames.ts';

/** Longest time between a line and its frame, in milliseconds. */
const LONGEST_WAIT = 20;
/** Maximum unpacked bytes of a frame with several lines: a frame for each would cost more than its exchange. */
export const LARGEST_BATCH = 64 * 1024;
/** Lines up to this many characters are encoded in one buffer, so that a long run creates no garbage for them. */
const SHARED_ROOM = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Writes lines to a file in frames of whole lines. A line is on disk within 20 ms, or when the process exits. Throws
 * `JournalFailed` if that failed: for the first line at once, later at the latest with the next line.
 */
export class FrameWriter {
  readonly #fd: number;
  readonly #growth = new Growth();
  /** The lines that wait, at its beginning, and room for another: UTF-8 needs at most three bytes for a UTF-16 unit. */
  #room: Buffer | undefined;
  #used = 0;
  /** Unpacked bytes of the frames that readers need for the bodies to which the waiting lines refer. */
  #referenced = 0;
  #timer: NodeJS.Timeout | undefined;
  #isEmpty = true;
  #failure: unknown;
  #open = true;
  readonly #onExit = (): void => this.#flushQuietly();

  constructor(fd: number) {
    this.#fd = fd;
    process.on('exit', this.#onExit);
  }

  /** Writes a line, and returns its bytes. */
  add(line: object): number {
    const bytes = this.#encoded(line);
    this.#keep(bytes, 0);
    return bytes.length;
  }

  /**
   * Writes a line that refers to a frame of `referenced` unpacked bytes. Returns false, and writes nothing, if readers
   * would have to unpack more than the limit for a record of its size.
   */
  addReference(line: object, referenced: number): boolean {
    const bytes = this.#encoded(line);
    if (!this.#growth.allows(0, this.#used + bytes.length + this.#referenced + referenced)) return false;
    this.#keep(bytes, referenced);
    return true;
  }

  /** Writes everything to the disk, and closes the file. */
  close(): void {
    if (!this.#open) return;
    process.off('exit', this.#onExit);
    this.#flush();
    this.#open = false;
    if (this.#failure) throw this.#failure;
    attempt(() => {
      fsyncSync(this.#fd);
      closeSync(this.#fd);
    });
  }

  /** The bytes of a line, in the shared buffer after the lines that wait. */
  #encoded(line: object): Buffer {
    // The line feed is added to the bytes: a longer text would be another copy of a large line.
    const text = JSON.stringify(line);
    if (text.length >= SHARED_ROOM) return Buffer.from(`${text}\n`);
    this.#room ??= Buffer.allocUnsafeSlow(LARGEST_BATCH + 3 * SHARED_ROOM);
    const end = this.#used + this.#room.write(text, this.#used);
    this.#room[end] = LINE_FEED;
    return this.#room.subarray(this.#used, end + 1);
  }

  #keep(bytes: Buffer, referenced: number): void {
    if (!this.#open) throw new JournalFailed('the record', { code: 'EBADF' });
    if (this.#failure) throw this.#failure;
    if (this.#used + bytes.length > LARGEST_BATCH) this.#flush();
    this.#referenced += referenced;
    if (bytes.length > LARGEST_BATCH) {
      this.#write(bytes);
      return;
    }
    if (this.#used === 0) bytes.copy(this.#room!);
    this.#used += bytes.length;
    if (this.#isEmpty) this.#flush();
    else this.#timer ??= setTimeout(this.#onExit, LONGEST_WAIT).unref();
  }

  #flushQuietly(): void {
    try {
      this.#flush();
    } catch (error) {
      this.#failure = error;
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#used === 0) return;
    const waiting = this.#room!.subarray(0, this.#used);
    this.#used = 0;
    this.#write(waiting);
  }

  #write(bytes: Uint8Array): void {
    const packed = packedFrame(bytes);
    const unpacked = bytes.length + this.#referenced;
    const frame = this.#growth.allows(packed.length, unpacked) ? packed : plainFrame(bytes);
    this.#growth.add(frame.length, unpacked);
    this.#referenced = 0;
    this.#isEmpty = false;
    attempt(() => {
      let written = 0;
      while (written < frame.length) written += writeSync(this.#fd, frame, written);
    });
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new JournalFailed('the record', error);
  }
}
