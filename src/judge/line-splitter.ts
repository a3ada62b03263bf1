import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Lines of a block of bytes, read as one character per byte, so that positions in `text` are byte offsets; `slice`
 * returns a stretch decoded.
 */
export interface Block {
  text: string;
  slice(from: number, to: number): string;
  /** Where the block begins in the body. */
  base: number;
}

/** Takes the lines of a body and the irregularities of their bytes. Offsets count from the start of the body. */
export interface LineSink {
  line(block: Block, start: number, end: number): void;
  /** A few bytes from there on, which cannot be shown as text. */
  invalidUtf8(offset: number, bytes: Uint8Array): void;
  byteOrderMark(): void;
  /** A carriage return without a line feed, as a line end. */
  loneReturn(offset: number, sample: string): void;
  /** The line is skipped. */
  lineTooLong(offset: number, sample: string): void;
}

const BLOCK = 64 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;
const LF = 10;
const CR = 13;

/**
 * Splits bytes that arrive in pieces of any size into lines. Memory is bounded by the longest line, 16 MiB at most.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  #buffer = Buffer.allocUnsafe(BLOCK);
  #used = 0;
  /** Offset of the buffer's first byte in the body. */
  #base = 0;
  #started = false;
  /** In the current block, the next carriage return; negative if there is none. */
  #nextReturn = -1;
  /** The rest of a line that was too long is being skipped. */
  #skipping = false;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  push(piece: Uint8Array): void {
    let from = 0;
    while (from < piece.length) {
      if (this.#used === this.#buffer.length) this.#drain();
      const room = Math.min(this.#buffer.length - this.#used, piece.length - from);
      // Joining small pieces costs less than scanning each separately.
      this.#buffer.set(
        from === 0 && room === piece.length ? piece : piece.subarray(from, from + room),
        this.#used,
      );
      this.#used += room;
      from += room;
    }
  }

  /** Call once, at the end of the body: passes on the last unterminated line. Returns the size of the body. */
  end(): number {
    this.#drain();
    const rest = this.#buffer.subarray(0, this.#used);
    if (rest.length > 0 && !this.#skipping) this.#block(rest);
    return this.#base + this.#used;
  }

  /** Passes on all complete lines in the buffer and keeps the rest; makes room if a line fills the buffer. */
  #drain(): void {
    const last = this.#buffer.subarray(0, this.#used).lastIndexOf(LF);
    if (last >= 0) {
      const start = this.#skipping ? this.#buffer.indexOf(LF) + 1 : 0;
      this.#skipping = false;
      const block = this.#buffer.subarray(start, last + 1);
      this.#base += start;
      if (block.length > 0) this.#block(block);
      this.#base += block.length;
      this.#buffer.copyWithin(0, last + 1, this.#used);
      this.#used -= last + 1;
    } else if (this.#used === this.#buffer.length) this.#enlarge();
  }

  #enlarge(): void {
    if (!this.#skipping && this.#buffer.length < LONGEST_LINE) {
      const larger = Buffer.allocUnsafe(this.#buffer.length * 4);
      this.#buffer.copy(larger, 0, 0, this.#used);
      this.#buffer = larger;
      return;
    }
    if (!this.#skipping) this.#sink.lineTooLong(this.#base, this.#buffer.toString('latin1', 0, 80));
    this.#skipping = true;
    this.#base += this.#used;
    this.#used = 0;
  }

  /** Passes on the lines of bytes that end with a line feed, or with the body. */
  #block(whole: Buffer): void {
    let base = this.#base;
    let bytes = whole;
    if (!this.#started) {
      this.#started = true;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
        this.#sink.byteOrderMark();
        bytes = bytes.subarray(3);
        base += 3;
      }
    }
    const ascii = isAscii(bytes);
    if (!ascii && !isUtf8(bytes)) {
      const at = firstInvalid(bytes);
      this.#sink.invalidUtf8(base + at, bytes.subarray(at, at + 8));
    }
    // One character per byte: positions in the text are offsets, and only the output is decoded.
    const text = bytes.toString('latin1');
    const slice = ascii
      ? (from: number, to: number) => text.slice(from, to)
      : (from: number, to: number) => bytes.toString('utf8', from, to);
    const lines = { text, slice, base };
    this.#nextReturn = bytes.indexOf(CR);
    let start = 0;
    while (start < text.length) {
      const lf = text.indexOf('\n', start);
      const end = lf < 0 ? text.length : lf;
      if (this.#nextReturn < 0) this.#sink.line(lines, start, end);
      else this.#linesWithReturns(lines, start, end, lf >= 0);
      start = end + 1;
    }
  }

  /** A stretch up to a line feed that may contain carriage returns: CRLF is correct, any other is a lone CR. */
  #linesWithReturns(block: Block, start: number, end: number, fed: boolean): void {
    const stop = fed && end > start && block.text.charCodeAt(end - 1) === CR ? end - 1 : end;
    let from = start;
    for (;;) {
      // Looked for once, and not from each line.
      if (this.#nextReturn >= 0 && this.#nextReturn < from) this.#nextReturn = block.text.indexOf('\r', from);
      const cr = this.#nextReturn;
      if (cr < 0 || cr >= stop) {
        if (from < stop || fed) this.#sink.line(block, from, stop);
        return;
      }
      this.#sink.loneReturn(block.base + cr, block.slice(from, cr + 1));
      this.#sink.line(block, from, cr);
      from = cr + 1;
    }
  }
}

/** Where the first invalid UTF-8 sequence begins; -1 if there is none. An incomplete one at the end counts. */
export function firstInvalid(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1;
  // A decoder replaces what is invalid: from there on, its text has other bytes.
  const read = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = 0;
  while (at < bytes.length && bytes[at] === read[at]) at++;
  while (!isUtf8(bytes.subarray(0, at))) at--;
  return at;
}
