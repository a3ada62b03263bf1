import Papa from 'papaparse';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Dialect, dialectOf, encodingOf } from './dialect.ts';
import { type Irregularity, quotingFault } from './quoting.ts';

/** Bytes from which the dialect is detected, and characters that are parsed at a time. */
const PIECE = 65_536;
/** A longer row is not a row: a quote was never closed. Characters. */
const ROW_AT_MOST = 4 * 1024 * 1024;
/** papaparse takes quadratic time for quotes and blanks in a longer row that violates RFC 4180. Characters. */
const IRREGULAR_ROW_AT_MOST = 2 * 1024;
/** Lines that are read, blank ones included: few bytes of a record can unpack to any number of them. */
export const MOST_LINES = 3_000_000;

/**
 * Reads CSV with papaparse from bytes in pieces of any size, and passes on row after row. The encoding, the delimiter and
 * the line end are detected first. papaparse tolerates quotes that RFC 4180 does not allow: the first irregularity of each
 * kind is kept with its position.
 */
export class CsvReader {
  /** Known once enough was read. */
  dialect!: Dialect;
  /** Whether papaparse detects another line end than that of the first line. */
  endsLinesOtherwise = false;
  readonly irregular = new Map<Irregularity['kind'], Irregularity>();
  rows = 0;
  blankLines = 0;
  anyQuoted = false;
  /** A row became too long, or has no end: the rest is not read. */
  isLost = false;
  readonly #onRow: (row: Row) => void;
  readonly #charset: string | undefined;
  /** Pieces that came before the dialect was detected, and the bytes that are missing for that. */
  #early: Uint8Array[] = [];
  #missing = PIECE;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #parser: InstanceType<typeof Papa.Parser> | undefined;
  #delimiter = ',';
  #lineEnd = '\n';
  /** The text that is not parsed yet, where its next row begins, and the length to wait for before it is parsed. */
  #text = '';
  #next = 0;
  #wanted = PIECE;
  /** Bytes of the previous rows. */
  #at = 0;
  /** Which line ends were seen: 1 for LF, 2 for CRLF. */
  #ends = 0;

  /** `charset` is the declared encoding, if the bytes do not show it. */
  constructor(onRow: (row: Row) => void, charset?: string) {
    this.#onRow = onRow;
    this.#charset = charset;
  }

  /** Takes the next bytes. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PIECE) this.#feedPiece(bytes.subarray(at, at + PIECE));
  }

  #feedPiece(piece: Uint8Array): void {
    if (this.#decoder) {
      this.#take(this.#decoded(piece, true), false);
      return;
    }
    this.#early.push(piece);
    this.#missing -= piece.length;
    if (this.#missing <= 0) this.#begin();
  }

  /** Takes the end: a last row without a line end is a row too. */
  end(): void {
    if (!this.#decoder) this.#begin();
    this.#take(this.#decoded(new Uint8Array(), false), true);
    if (this.#ends === 3) this.dialect.newline = 'mixed';
    this.#text = '';
  }

  #begin(): void {
    const head = Buffer.concat(this.#early.splice(0));
    const { encoding: told, mark } = encodingOf(head);
    const encoding = told === 'utf-8' && mark === 0 ? (this.#charset ?? told) : told;
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: encoding === 'utf-8' });
    const text = this.#decoded(head.subarray(mark), true);
    this.dialect = { encoding, bom: mark > 0, ...dialectOf(Buffer.from(text.slice(0, PIECE))) };
    const rows = text.slice(this.dialect.skip);
    this.#delimiter = String.fromCharCode(this.dialect.delimiter);
    this.#lineEnd = this.dialect.newline === 'CR' ? '\r' : '\n';
    const { linebreak } = Papa.parse(rows, { delimiter: this.#delimiter, preview: 1 }).meta;
    this.endsLinesOtherwise =
      this.dialect.newline !== 'none' && (linebreak === '\r') !== (this.#lineEnd === '\r');
    this.#parser = new Papa.Parser({
      delimiter: this.#delimiter,
      newline: this.#lineEnd as '\n' | '\r',
      // Its types describe the results of Papa.parse.
      step: ({ data, meta }: { data: unknown; meta: { cursor: number } }) =>
        this.#row((data as string[][])[0]!, meta.cursor),
    });
    this.#take(rows, false);
  }

  #decoded(piece: Uint8Array, more: boolean): string {
    try {
      return this.#decoder!.decode(piece, { stream: more });
    } catch {
      this.#note('bytes that are not text', 0);
      this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      return this.#decoder.decode(piece, { stream: more });
    }
  }

  #take(piece: string, isLast: boolean): void {
    if (this.isLost) return;
    this.#text += piece;
    if (!isLast && this.#text.length < this.#wanted) return;
    this.#next = 0;
    this.#parser!.parse(this.#text, 0, !isLast);
    this.#text = this.#text.slice(this.#next);
    // Text after a closing quote makes the rest of the file one row, which would be parsed again and again.
    const fault = this.#text.length > PIECE ? quotingFault(this.#text, this.#delimiter) : undefined;
    const isBroken = fault !== undefined && fault.kind !== 'quote that is never closed';
    if (isBroken) this.#note(fault.kind, Buffer.byteLength(this.#text.slice(0, fault.at)));
    else if (this.#text.length > ROW_AT_MOST) this.#note('quote that is never closed', 0);
    this.isLost ||= isBroken || this.#text.length > ROW_AT_MOST;
    if (this.isLost) this.#text = '';
    // An incomplete row is parsed again from its start only after its size may have doubled.
    this.#wanted = Math.max(PIECE, this.#text.length * 2);
  }

  /** Takes a parsed row, and its end in the text. */
  #row(cells: string[], end: number): void {
    if (this.rows + this.blankLines >= MOST_LINES)
      throw new Inconclusive(
        `the export has more than ${MOST_LINES} lines: narrow the range with --usage-range`,
      );
    const written = this.#text.slice(this.#next, end);
    this.#next = end;
    const text = this.#withoutLineEnd(written);
    if (text.includes('"')) {
      this.anyQuoted ||= text.startsWith('"') || text.includes(`${this.#delimiter}"`);
      const fault = quotingFault(text, this.#delimiter);
      if (fault) this.#note(fault.kind, Buffer.byteLength(text.slice(0, fault.at)));
      if (fault && text.length > IRREGULAR_ROW_AT_MOST) {
        this.isLost = true;
        this.#parser!.abort();
        return;
      }
      if (fault?.kind === 'quote that is never closed') return;
    }
    if (text !== '') {
      // If lines end in LF, a CR before it is part of the line end and not of the cell.
      const last = cells.at(-1)!;
      if (last.endsWith('\r') && !text.endsWith('"')) cells[cells.length - 1] = last.slice(0, -1);
      this.#onRow({ cells, text, at: this.#at, index: this.rows++ });
    } else if (written !== '') this.blankLines++;
    this.#at += Buffer.byteLength(written);
  }

  #withoutLineEnd(written: string): string {
    if (this.#lineEnd === '\r') return written.endsWith('\r') ? written.slice(0, -1) : written;
    const isEnded = written.endsWith('\n');
    const body = isEnded ? written.slice(0, -1) : written;
    const isCut = body.endsWith('\r');
    if (isEnded) this.#ends |= isCut ? 2 : 1;
    return isCut ? body.slice(0, -1) : body;
  }

  #note(kind: Irregularity['kind'], at: number): void {
    if (!this.irregular.has(kind)) this.irregular.set(kind, { kind, at: this.#at + at, row: this.rows });
  }
}

/** One row of a CSV text. */
export interface Row {
  cells: readonly string[];
  /** The row as written, without its line end. */
  text: string;
  /** Offset of the row in the decoded text, in bytes. */
  at: number;
  /** 0 for the first one. */
  index: number;
}

/** A cell; empty if the row is shorter. */
export const field = (row: Row, i: number): string => row.cells[i] ?? '';
