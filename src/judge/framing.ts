import { isAscii, isUtf8 } from 'node:buffer';
import { quote } from './quote.ts';
import { firstInvalid } from './utf8.ts';

/** What can be irregular in the framing of an event stream (spec 6), payloads aside. */
export type FramingKind =
  | 'invalid-utf8'
  | 'stray-line'
  | 'several-data-lines'
  | 'done-missing'
  | 'done-misspelt'
  | 'done-repeated'
  | 'done-without-blank-line'
  | 'event-after-done'
  | 'comment'
  | 'other-field'
  | 'lone-cr'
  | 'extra-blank-line'
  | 'byte-order-mark'
  | 'line-after-done'
  | 'line-too-long';

/** The first place where something irregular was seen, and how often it was seen. */
export interface Irregularity {
  /** Bytes from the start of the body. */
  offset: number;
  count: number;
  /** What stood there, quoted. */
  sample: string;
}

export interface Framing {
  irregularities: ReadonlyMap<FramingKind, Irregularity>;
  /** Events dispatched, `[DONE]` included. */
  events: number;
  /** Bytes read. */
  size: number;
}

/**
 * Takes an event whose payload is not `[DONE]`. An event of several `data:` lines, which is itself a breach, comes
 * with its lines joined by line feeds.
 */
export type OnEvent = (payload: string, offset: number, dataLines: number) => void;

/** A stretch of the block as text. */
type Slice = (from: number, to: number) => string;

const BLOCK = 64 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;
const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;
const MISSPELT = /^\s*"?\s*\[done\]\s*"?\s*$/i;
const FIELD = /^(event|id|retry)(:|$)/;

/**
 * Judges the framing of an event stream over its raw bytes, fed in pieces of any size; memory is bounded by the
 * longest line (16 MiB at most), whatever the length of the stream. A parser forgives what must be seen here: every
 * line that is neither `data:` nor the blank line after it is recorded with its offset.
 *
 * @example
 * const reader = new FramingReader((payload, offset) => …);
 * for await (const piece of pieces) reader.push(piece);
 * const { irregularities } = reader.end();
 */
export class FramingReader {
  readonly #onEvent: OnEvent;
  readonly #seen = new Map<FramingKind, Irregularity>();
  #buffer = Buffer.allocUnsafe(BLOCK);
  #used = 0;
  /** Offset of the buffer's first byte in the body. */
  #base = 0;
  #started = false;
  /** The rest of a line that was too long is being passed over. */
  #skipping = false;
  #events = 0;
  #done = false;
  /** The `data:` lines of the event that has begun. */
  #data = '';
  #dataLines = 0;
  #dataOffset = 0;
  /** Lines without data came since the last blank one: the next blank line ends them and is none too many. */
  #otherLines = false;

  constructor(onEvent: OnEvent = () => {}) {
    this.#onEvent = onEvent;
  }

  push(piece: Uint8Array): void {
    let from = 0;
    while (from < piece.length) {
      if (this.#used === this.#buffer.length) this.#drain();
      const room = Math.min(this.#buffer.length - this.#used, piece.length - from);
      // Copying small pieces together costs less than looking at each: a judge is in no hurry for its events.
      this.#buffer.set(
        from === 0 && room === piece.length ? piece : piece.subarray(from, from + room),
        this.#used,
      );
      this.#used += room;
      from += room;
    }
  }

  /** Call once, when the body is over. */
  end(): Framing {
    this.#drain();
    const rest = this.#buffer.subarray(0, this.#used);
    if (rest.length > 0 && !this.#skipping) this.#block(rest);
    if (this.#dataLines > 0) {
      if (this.#isDone()) {
        this.#note('done-without-blank-line', this.#dataOffset, 'data: [DONE]');
        this.#finish();
      } else if (!this.#done) this.#note('done-missing', this.#dataOffset, this.#data);
    } else if (!this.#done && !this.#seen.has('done-misspelt')) {
      this.#note('done-missing', this.#base + this.#used, '');
    }
    return { irregularities: this.#seen, events: this.#events, size: this.#base + this.#used };
  }

  /** Judges all whole lines in the buffer and keeps the rest; makes room where a line fills the buffer. */
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
    if (!this.#skipping) this.#note('line-too-long', this.#base, this.#buffer.toString('latin1', 0, 80));
    this.#skipping = true;
    this.#base += this.#used;
    this.#used = 0;
  }

  /** Judges bytes that end with a line feed, or with the body. */
  #block(bytes: Buffer): void {
    let base = this.#base;
    let block = bytes;
    if (!this.#started) {
      this.#started = true;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
        this.#note('byte-order-mark', 0, '\ufeff');
        block = bytes.subarray(3);
        base += 3;
      }
    }
    const ascii = isAscii(block);
    if (!ascii && !isUtf8(block)) {
      const at = firstInvalid(block);
      this.#note('invalid-utf8', base + at, block.subarray(Math.max(0, at - 12), at + 12).toString('utf8'));
    }
    // One character a byte: places in the text are then offsets, and only payloads beyond ASCII are decoded.
    const text = block.toString('latin1');
    const slice: Slice = ascii
      ? (from, to) => text.slice(from, to)
      : (from, to) => block.toString('utf8', from, to);
    const hasReturns = block.includes(CR);
    let start = 0;
    while (start < text.length) {
      const lf = text.indexOf('\n', start);
      const end = lf < 0 ? text.length : lf;
      if (hasReturns) this.#linesWithReturns(text, slice, start, end, lf >= 0, base);
      else this.#line(text, slice, start, end, base);
      start = end + 1;
    }
  }

  /** A stretch up to a line feed that may hold carriage returns: CRLF is fine, any other one is a line end of old. */
  #linesWithReturns(
    text: string,
    slice: Slice,
    start: number,
    end: number,
    fed: boolean,
    base: number,
  ): void {
    const stop = fed && end > start && text.charCodeAt(end - 1) === CR ? end - 1 : end;
    let from = start;
    for (;;) {
      const cr = text.indexOf('\r', from);
      if (cr < 0 || cr >= stop) {
        if (from < stop || fed) this.#line(text, slice, from, stop, base);
        return;
      }
      this.#note('lone-cr', base + cr, slice(from, cr + 1));
      this.#line(text, slice, from, cr, base);
      from = cr + 1;
    }
  }

  #line(text: string, slice: Slice, start: number, end: number, base: number): void {
    const offset = base + start;
    if (end === start) {
      this.#blank(offset);
      return;
    }
    if (text.startsWith('data:', start) && end >= start + 5) {
      const from = start + (text.charCodeAt(start + 5) === SPACE && end > start + 5 ? 6 : 5);
      this.#dataLine(slice(from, end), offset);
      return;
    }
    const line = slice(start, end);
    if (line === 'data') {
      this.#dataLine('', offset);
      return;
    }
    this.#otherLines = true;
    if (text.charCodeAt(start) === COLON)
      this.#note(this.#done ? 'line-after-done' : 'comment', offset, line);
    else if (FIELD.test(line)) this.#note(this.#done ? 'line-after-done' : 'other-field', offset, line);
    else this.#note(this.#done ? 'event-after-done' : 'stray-line', offset, line);
  }

  #dataLine(payload: string, offset: number): void {
    if (this.#dataLines === 0) {
      this.#data = payload;
      this.#dataOffset = offset;
    } else {
      this.#note('several-data-lines', offset, payload);
      this.#data += `\n${payload}`;
    }
    this.#dataLines += 1;
    if (this.#done) {
      this.#note(
        payload === '[DONE]' ? 'done-repeated' : 'event-after-done',
        offset,
        `data: ${payload.slice(0, 120)}`,
      );
    }
  }

  #blank(offset: number): void {
    if (this.#dataLines > 0) this.#finish();
    else if (!this.#otherLines) this.#note(this.#done ? 'line-after-done' : 'extra-blank-line', offset, '\n');
    this.#otherLines = false;
  }

  /** Dispatches the event that has begun. */
  #finish(): void {
    const payload = this.#data;
    const lines = this.#dataLines;
    this.#events += 1;
    if (this.#isDone()) {
      if (lines > 1) this.#onEvent(payload.slice(0, -'\n[DONE]'.length), this.#dataOffset, lines);
      this.#done = true;
    } else if (!this.#done && payload.length < 40 && MISSPELT.test(payload)) {
      this.#note('done-misspelt', this.#dataOffset, payload);
    } else if (!this.#done) this.#onEvent(payload, this.#dataOffset, lines);
    this.#data = '';
    this.#dataLines = 0;
  }

  #isDone(): boolean {
    return (
      (this.#data.length === 6 && this.#data === '[DONE]') ||
      (this.#dataLines > 1 && this.#data.endsWith('\n[DONE]'))
    );
  }

  #note(kind: FramingKind, offset: number, sample: string): void {
    const known = this.#seen.get(kind);
    if (known) known.count += 1;
    else this.#seen.set(kind, { offset, count: 1, sample: quote(sample) });
  }
}
