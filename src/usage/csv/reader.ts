import { isUtf8 } from 'node:buffer';
import { type Dialect, dialectOf, encodingOf } from './dialect.ts';
import type { Irregularity, Row } from './row.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);
const NO_PLACES = new Int32Array(0);
const NO_FLAGS = new Uint8Array(0);
/** Bytes from which the dialect is detected. */
const HEAD = 65_536;
/** A longer row is not a row: a quote was never closed. */
export const ROW_AT_MOST = 4 * 1024 * 1024;

/**
 * Reads CSV (RFC 4180) from bytes in pieces of any size, and passes on row after row without creating strings. It
 * is strict where parsers are tolerant: the first irregularity of each kind is kept with its position.
 */
export class CsvReader {
  dialect: Dialect | undefined;
  readonly irregular = new Map<Irregularity['kind'], Irregularity>();
  rows = 0;
  blankLines = 0;
  anyQuoted = false;
  /** The line ends so far: 1 for LF, 2 for CRLF. */
  #ends = 0;
  readonly #onRow: (row: Row) => void;
  readonly #row: Row = {
    bytes: NOTHING,
    count: 0,
    starts: new Int32Array(64),
    ends: new Int32Array(64),
    quoted: new Uint8Array(64),
    at: 0,
    index: 0,
  };
  #pending: Buffer = NOTHING;
  /** New bytes since the last scan. */
  #waiting: Buffer[] = [];
  /** Bytes to wait for before the next scan. */
  #missing = HEAD;
  #base = 0;
  /** 1 for bytes that end a field, or are irregular in one. */
  readonly #stops = new Uint8Array(256);
  #lineEnd = LF;
  /** Whether the last quoted field contains doubled quotes. */
  #doubled = false;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  readonly #charset: string | undefined;

  /** `charset` is the declared encoding, if the bytes do not show it. */
  constructor(onRow: (row: Row) => void, charset?: string) {
    this.#onRow = onRow;
    this.#charset = charset;
  }

  /** Takes the next piece. */
  feed(piece: Uint8Array): void {
    const bytes = this.#decoder
      ? Buffer.from(this.#decoder.decode(piece, { stream: true }))
      : asBuffer(piece);
    this.#waiting.push(bytes);
    this.#missing -= bytes.length;
    if (this.#missing > 0) return;
    this.#gather();
    this.#scan(false);
    // An incomplete row is scanned again from its start only after its size may have doubled.
    this.#missing = Math.min(this.#pending.length, ROW_AT_MOST + 1 - this.#pending.length);
  }

  /** Takes the end: a last row without a line end is a row too. */
  end(): void {
    if (this.#decoder) this.#waiting.push(Buffer.from(this.#decoder.decode()));
    this.#gather();
    this.#scan(true);
    if (this.#ends === 3) this.dialect!.newline = 'mixed';
    // The results are used until the end of the run: they need not keep a buffer for the widest row.
    this.#pending = NOTHING;
    Object.assign(this.#row, { bytes: NOTHING, starts: NO_PLACES, ends: NO_PLACES, quoted: NO_FLAGS });
  }

  #gather(): void {
    this.#pending =
      this.#pending.length === 0 && this.#waiting.length === 1
        ? this.#waiting[0]!
        : Buffer.concat([this.#pending, ...this.#waiting]);
    this.#waiting = [];
  }

  #begin(): void {
    const { encoding: told, mark } = encodingOf(this.#pending);
    const encoding = told === 'utf-8' && mark === 0 ? (this.#charset ?? told) : told;
    let bytes = this.#pending.subarray(mark);
    if (encoding !== 'utf-8') {
      this.#decoder = new TextDecoder(encoding);
      bytes = Buffer.from(this.#decoder.decode(bytes, { stream: true }));
    }
    this.dialect = { encoding, bom: mark > 0, ...dialectOf(bytes.subarray(0, HEAD)) };
    this.#pending = bytes.subarray(this.dialect.skip);
    this.#lineEnd = this.dialect.newline === 'CR' ? CR : LF;
    for (const byte of [QUOTE, this.dialect.delimiter, this.#lineEnd]) this.#stops[byte] = 1;
  }

  /** The loop over every byte of an export: its state is in local variables, and rare cases are in methods. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a call for each field would double the time of an export
  #scan(last: boolean): void {
    if (!this.dialect) this.#begin();
    const { delimiter } = this.dialect!;
    const end = this.#lineEnd;
    const stops = this.#stops;
    const bytes = this.#pending;
    const length = bytes.length;
    const row = this.#row;
    row.bytes = bytes;
    let { starts, ends, quoted } = row;
    let begin = 0;
    let at = 0;
    let count = 0;
    while (at < length) {
      // A slot for the field, and for an empty one after it.
      if (count + 1 >= starts.length) ({ starts, ends, quoted } = this.#widened());
      if (bytes[at] === QUOTE) {
        const close = this.#closingQuote(at, last);
        if (close < 0) break;
        starts[count] = at + 1;
        ends[count] = close;
        quoted[count++] = this.#doubled ? 3 : 1;
        at = this.#afterQuote(close + 1);
        if (at >= length && !last) break;
      } else {
        const start = at;
        // Four bytes at once while none of them ends anything: ids and dates are long.
        while (
          at + 4 <= length &&
          (stops[bytes[at]!]! | stops[bytes[at + 1]!]! | stops[bytes[at + 2]!]! | stops[bytes[at + 3]!]!) ===
            0
        ) {
          at += 4;
        }
        while (at < length) {
          if (stops[bytes[at]!] === 0) at++;
          else if (bytes[at] === QUOTE) this.#note('quote in an unquoted field', at++);
          else break;
        }
        if (at >= length && !last) break;
        const cut = at > start && end === LF && (at >= length || bytes[at] === LF) && bytes[at - 1] === CR;
        starts[count] = start;
        ends[count] = cut ? at - 1 : at;
        quoted[count++] = 0;
      }
      if (at < length && bytes[at] === delimiter) {
        at++;
        if (at < length) continue;
        if (!last) break;
        starts[count] = at;
        ends[count] = at;
        quoted[count++] = 0;
      }
      if (end === LF && at < length) this.#ends |= bytes[at - 1] === CR ? 2 : 1;
      at++;
      row.count = count;
      count = 0;
      this.#finish(begin);
      begin = at;
    }
    this.#rest(last, Math.min(begin, length), length);
  }

  /** The position of a closing quote; -1 if it is not in the buffer yet. */
  #closingQuote(open: number, last: boolean): number {
    const bytes = this.#pending;
    this.anyQuoted = true;
    this.#doubled = false;
    let close = open + 1;
    for (;;) {
      close = bytes.indexOf(QUOTE, close);
      if (close < 0 || (close + 1 === bytes.length && !last)) return -1;
      if (bytes[close + 1] !== QUOTE) return close;
      this.#doubled = true;
      close += 2;
    }
  }

  /** The end of a quoted field: text after its closing quote is recorded and ignored. */
  #afterQuote(start: number): number {
    const bytes = this.#pending;
    const end = this.#lineEnd;
    const { delimiter } = this.dialect!;
    let at = start;
    if (at < bytes.length && bytes[at] === CR && end === LF) at++;
    if (at >= bytes.length || bytes[at] === delimiter || bytes[at] === end) return at;
    this.#note('text after a closing quote', at);
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== end) at++;
    return at;
  }

  /** Keeps an incomplete row for the next piece; at the end it is an unclosed quote. */
  #rest(last: boolean, begin: number, length: number): void {
    if (begin < length && (last || length - begin > ROW_AT_MOST)) {
      this.#note('quote that is never closed', begin);
      begin = length;
    }
    // Complete rows end between characters, so that a split character is not reported as broken.
    if (begin > 0 && !isUtf8(this.#pending.subarray(0, begin))) this.#note('bytes that are not text', 0);
    this.#base += begin;
    this.#pending = this.#pending.subarray(begin);
    this.#row.count = 0;
  }

  #finish(begin: number): void {
    const row = this.#row;
    const blank = row.count === 1 && row.ends[0] === row.starts[0] && row.quoted[0] === 0;
    if (blank) this.blankLines++;
    else {
      row.at = this.#base + begin;
      row.index = this.rows++;
      this.#onRow(row);
    }
    row.count = 0;
  }

  #note(kind: Irregularity['kind'], at: number): void {
    if (!this.irregular.has(kind)) this.irregular.set(kind, { kind, at: this.#base + at, row: this.rows });
  }

  /** The row with twice the slots. */
  #widened(): Row {
    const row = this.#row;
    const size = row.starts.length * 2;
    const starts = new Int32Array(size);
    const ends = new Int32Array(size);
    const quoted = new Uint8Array(size);
    starts.set(row.starts);
    ends.set(row.ends);
    quoted.set(row.quoted);
    return Object.assign(row, { starts, ends, quoted });
  }
}

const asBuffer = (piece: Uint8Array): Buffer => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
