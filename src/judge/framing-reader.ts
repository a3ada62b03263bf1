import { quote } from './finding.ts';
import { type Block, LineSplitter } from './line-splitter.ts';

/** Possible irregularities in the framing of an event stream (spec 6), apart from payloads. */
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

/** The position of the first irregularity, and how often it occurred. */
export interface Irregularity {
  /** Bytes from the start of the body. */
  offset: number;
  count: number;
  /** The quoted text; bytes that are not text in hexadecimal digits. */
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
 * Takes an event whose payload is not `[DONE]`. An event of several `data:` lines, which is itself a violation, has
 * its lines joined by line feeds.
 */
export type OnEvent = (payload: string, offset: number, dataLines: number) => void;

const LONGEST_EVENT = 16 * 1024 * 1024;
/** Joining a line costs memory, however short it is. */
const MOST_LINES = 10_000;
const SPACE = 32;
const COLON = 58;
const MISSPELT = /^\s*"?\s*\[done\]\s*"?\s*$/i;
const FIELD = /^(event|id|retry)(:|$)/;

/**
 * Judges the framing of an event stream over its raw bytes, fed in pieces of any size. Memory is bounded by the
 * longest line (16 MiB at most), whatever the length of the stream. A parser tolerates what must be reported here:
 * every line that is neither `data:` nor the blank line after it is recorded with its offset.
 *
 * @example
 * const reader = new FramingReader((payload, offset) => …);
 * for await (const piece of pieces) reader.push(piece);
 * const { irregularities } = reader.end();
 */
export class FramingReader {
  readonly #onEvent: OnEvent;
  readonly #lines = new LineSplitter({
    line: (block, start, end) => this.#line(block, start, end),
    invalidUtf8: (offset, bytes) => this.#note('invalid-utf8', offset, inHex(bytes)),
    byteOrderMark: () => this.#note('byte-order-mark', 0, '\ufeff'),
    loneReturn: (offset, sample) => this.#note('lone-cr', offset, sample),
    lineTooLong: (offset, sample) => this.#note('line-too-long', offset, sample),
  });
  readonly #seen = new Map<FramingKind, Irregularity>();
  #events = 0;
  #done = false;
  /** The `data:` lines of the current event. */
  #data = '';
  #dataLines = 0;
  #dataOffset = 0;
  /** How the first of them begins: `data:`, with or without its space. */
  #field = '';
  /** Lines without data since the last blank one: the next blank line ends them and is not an extra one. */
  #otherLines = false;

  constructor(onEvent: OnEvent = () => {}) {
    this.#onEvent = onEvent;
  }

  push(piece: Uint8Array): void {
    this.#lines.push(piece);
  }

  /** Call once, at the end of the body. */
  end(): Framing {
    const size = this.#lines.end();
    if (this.#dataLines > 0) {
      if (this.#isDone()) {
        this.#note('done-without-blank-line', this.#dataOffset, `${this.#field}[DONE]`);
        this.#finish();
      } else if (!this.#done) this.#note('done-missing', this.#dataOffset, this.#data);
    } else if (!this.#done && !this.#seen.has('done-misspelt')) {
      this.#note('done-missing', size, '');
    }
    return { irregularities: this.#seen, events: this.#events, size };
  }

  #line({ text, slice, base }: Block, start: number, end: number): void {
    const offset = base + start;
    if (end === start) {
      this.#blank(offset, lineEndAt(text, end));
      return;
    }
    if (text.startsWith('data:', start) && end >= start + 5) {
      const from = start + (text.charCodeAt(start + 5) === SPACE && end > start + 5 ? 6 : 5);
      this.#dataLine(slice(from, end), offset, text.slice(start, from));
      return;
    }
    const line = slice(start, end);
    if (line === 'data') {
      this.#dataLine('', offset, line);
      return;
    }
    this.#otherLines = true;
    if (text.charCodeAt(start) === COLON)
      this.#note(this.#done ? 'line-after-done' : 'comment', offset, line);
    else if (FIELD.test(line)) this.#note(this.#done ? 'line-after-done' : 'other-field', offset, line);
    else this.#note(this.#done ? 'event-after-done' : 'stray-line', offset, line);
  }

  #dataLine(payload: string, offset: number, field: string): void {
    if (this.#dataLines === 0) {
      this.#data = payload;
      this.#dataOffset = offset;
      this.#field = field;
    } else {
      this.#note('several-data-lines', offset, payload);
      // Lines without a blank one between them are already a violation; they are not collected without bound.
      const isKept = this.#data.length < LONGEST_EVENT && this.#dataLines < MOST_LINES;
      if (isKept || payload === '[DONE]') this.#data += `\n${payload}`;
    }
    this.#dataLines += 1;
    if (this.#done) {
      this.#note(
        payload === '[DONE]' ? 'done-repeated' : 'event-after-done',
        offset,
        `${field}${payload.slice(0, 120)}`,
      );
    }
  }

  #blank(offset: number, end: string): void {
    if (this.#dataLines > 0) this.#finish();
    else if (!this.#otherLines) this.#note(this.#done ? 'line-after-done' : 'extra-blank-line', offset, end);
    this.#otherLines = false;
  }

  /** Dispatches the current event. */
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

/** The end of the line whose text ends there: LF, CRLF, or CR alone. */
function lineEndAt(text: string, end: number): string {
  const two = text.slice(end, end + 2);
  return two === '\r\n' ? two : two.slice(0, 1);
}

const inHex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join(' ');
