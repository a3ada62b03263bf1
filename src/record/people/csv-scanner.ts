import { delimiterIn } from '../../vocabulary/csv-delimiter.ts';
import { isTotalsLabel } from '../../vocabulary/totals-words.ts';
import { type Meaning, meaningOf } from './member-names.ts';
import { endOfPart, LONGEST, type Patches, type Scanner, type Values } from './scanner.ts';

const QUOTE = 34;
const BOM = '\xef\xbb\xbf';
const PLURAL = /(?:[^si]s|people)$/i;
/** A count of a person's usage: `user_input_tokens`. */
const COUNTED = /(?:tokens?|requests?|(?<!ac)counts?|totals?|costs?|amounts?|calls?|credits?|spend|spent)$/i;

const DAY = /^\d{4}-?\d\d-?\d\d$/;

/** A line with more characters or cells is not a header. */
const LONGEST_TITLES = 4096;
const LINE = new RegExp(`[^\\r\\n]{0,${LONGEST_TITLES}}`, 'y');
/** Rows without a number that may be another header: far more are no table. */
const MOST_SEARCHED = 1_000;
/** A title, and days. */
const BY_DAY = /^"?[^\d,;\t|"]+"?(?:[,;\t|]"?\d{4}-?\d\d-?\d\d"?)+$/;
/** A row with a number, a date or an address is not a header. */
const HOLDS_NUMBER = /(?:^|[,;\t|])"?-?\d[\d.:TZ+-]*"?(?:[,;\t|]|$)|@/;

/** Finds people in CSV by the header. */
export class CsvScanner implements Scanner {
  readonly #values: Values;
  #delimiter = 0;
  #column = 0;
  /** The cells of the current row while it may be a header. */
  #titles: string[] | undefined = [];
  #columns: Meaning[] = [];
  /** Columns of more than one: a number in them is a count, not an id. */
  #plurals: boolean[] = [];
  /** Rows that may still be searched for another header. */
  #searched = MOST_SEARCHED;
  /** Whether the text begins within a cell that was partly read. */
  #inside: 'quotes' | 'cell' | undefined;

  constructor(values: Values) {
    this.#values = values;
  }

  scan(text: string, final: boolean, out: Patches): number {
    this.#values.begin(text);
    let at = 0;
    if (this.#delimiter === 0) {
      if (!final && text.length <= LONGEST && !/[\r\n]/.test(text)) return 0;
      const told = /^(?:\xef\xbb\xbf)?sep=(.)(?:\r\n|\n|\r)/i.exec(text);
      at = told?.[0].length ?? (text.startsWith(BOM) ? BOM.length : 0);
      this.#delimiter = (told?.[1] ?? delimiterOf(text)).charCodeAt(0);
    }
    while (at < text.length) {
      if (this.#column === 0 && !this.#inside && !this.#titles && this.#searched > 0) {
        LINE.lastIndex = at;
        const line = LINE.exec(text)![0];
        if (!final && at + line.length === text.length && line.length < LONGEST_TITLES) return at;
        this.#beginTable(line);
      }
      const next =
        this.#inside !== 'cell' && (this.#inside || text.charCodeAt(at) === QUOTE)
          ? this.#quoted(text, at, final, out)
          : this.#bare(text, at, final, out);
      if (next < 0) return at;
      at = next;
    }
    return text.length;
  }

  /** A header begins another table, after a comment or below the previous one. */
  #beginTable(line: string): void {
    // The first line of a row that has a line break in quotes is no row.
    if ((HOLDS_NUMBER.test(line) && !BY_DAY.test(line)) || line.split('"').length % 2 === 0) return;
    this.#searched--;
    const own = delimiterOf(line);
    const now = String.fromCharCode(this.#delimiter);
    const delimiter = line.split(own).length > line.split(now).length ? own : now;
    const titles = line.split(delimiter).map((cell) => cell.replaceAll('"', ''));
    if (this.#meaningsOf(titles, true).length === 0) return;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#columns = [];
    this.#titles = [];
  }

  /**
   * The meaning of the columns; a first row without known names leaves all columns open, as does a `later` one with a
   * value.
   */
  #meaningsOf(titles: readonly string[], later = false): Meaning[] {
    const texts = Array.from(titles, (title) =>
      Buffer.from(title ?? '', 'latin1')
        .toString()
        .trim(),
    );
    const isOpen = (title: string) =>
      title.includes('@') || COUNTED.test(title) || this.#values.isOpen(title);
    const meanings = texts.map((title) => (isOpen(title) ? 'any' : meaningOf(title)));
    const told = meanings.filter((meaning) => meaning !== 'any').length;
    const values = texts.filter((title) => /@|^[\d.,:TZ+-]+$|^[0-9A-Fa-f-]{32,36}$/.test(title));
    // A column for each day, and one for the people.
    const isByDay = values.length === texts.length - 1 && values.every((title) => DAY.test(title));
    const holdsValues = values.length > 0 && !isByDay;
    // `user,api` in a row of values is no header.
    const tells = later
      ? meanings.some((meaning) => meaning === 'person' || meaning === 'name') && !holdsValues
      : told > 1 || (told === 1 && !holdsValues);
    if (!tells) return [];
    return meanings.map((meaning) => (meaning === 'name' ? 'person' : meaning));
  }

  /** Reads a cell to its closing quote; returns the next position, and -1 if more text is needed. */
  #quoted(text: string, at: number, final: boolean, out: Patches): number {
    const start = this.#inside ? at : at + 1;
    const close = closingQuote(text, start);
    if (close >= 0 && (final || close + 1 < text.length)) {
      this.#cell(text, start, close, out);
      // Text after the closing quote, if any, belongs to the same column.
      this.#inside = 'cell';
      return close + 1;
    }
    if (!final && text.length - start <= LONGEST) return -1;
    const end = text.length - start <= LONGEST ? text.length : endOfPart(text, start);
    this.#cell(text, start, end, out);
    this.#inside = 'quotes';
    return end;
  }

  /** Reads a cell to the delimiter or the end of the line. */
  #bare(text: string, at: number, final: boolean, out: Patches): number {
    let end = at;
    const limit = Math.min(text.length, at + LONGEST + 1);
    while (end < limit && !this.#endsCell(text.charCodeAt(end))) end++;
    if (end === limit) {
      if (!final && text.length - at <= LONGEST) return -1;
      if (text.length - at > LONGEST) end = endOfPart(text, at);
    }
    this.#cell(text, at, end, out);
    this.#inside = 'cell';
    if (end === limit || !this.#endsCell(text.charCodeAt(end))) return end;
    this.#inside = undefined;
    if (text.charCodeAt(end) === this.#delimiter) this.#column++;
    else this.#endRow();
    return end + 1;
  }

  #endsCell(code: number): boolean {
    return code === this.#delimiter || code === 10 || code === 13;
  }

  #cell(text: string, start: number, end: number, out: Patches): void {
    if (this.#titles && this.#column < LONGEST_TITLES && end > start && end - start < 256)
      this.#titles[this.#column] = text.slice(start, end);
    const meaning = this.#columns[this.#column] ?? 'any';
    if (meaning === 'person' && end - start < 64) {
      const cell = text.slice(start, end);
      if (
        isTotalsLabel(Buffer.from(cell, 'latin1').toString()) ||
        (this.#plurals[this.#column] && /^[\d.,]+$/.test(cell))
      )
        return;
    }
    this.#values.patch(start, end, meaning, out);
  }

  #endRow(): void {
    this.#column = 0;
    if (!this.#titles || this.#titles.length === 0) return;
    this.#columns = this.#meaningsOf(this.#titles);
    this.#plurals = Array.from(this.#titles, (title) => PLURAL.test(title ?? ''));
    this.#titles = undefined;
  }
}

/** The closing quote of a cell; -1 if it is not within the maximum length. */
function closingQuote(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST + 1);
  for (let at = from; at < limit; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
    at++;
  }
  return -1;
}

/** The delimiter of a text, as its first line shows. */
const delimiterOf = (text: string) => delimiterIn(/^[^\r\n]*/.exec(text.slice(0, LONGEST))![0]);
