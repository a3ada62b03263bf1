import { halfColumns } from './halves.ts';
import type { Place } from './hiding.ts';
import { doubledQuotes, throughBytes } from './layers.ts';
import { type Meaning, meaningAmongPeople } from './member-names.ts';
import { isUuid, type Patches, type RawValues } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { Specials } from './specials.ts';

const QUOTE = 34;
/** A row of more characters is no row: a quote was never closed. */
const LONGEST_ROW = 65_536;
/** Signs that may part fields; the one that is most in the first line does. */
const DELIMITERS = [',', ';', '\t', '|', '\x1f', '^', ':'];
/** What a row of totals is called. */
const TOTALS =
  /^[\s\W]*(?:(?:grand|over|all|the|of|for|users?|rows?|records?|people|organi[sz]ation|usage|period)\W+)*(?:totals?|sum|summe|gesamt|all|overall)(?:\W+(?:totals?|sum|of|for|all|users?|rows?|records?|people|organi[sz]ation|usage|period))*[\s\W]*$/i;

/**
 * Finds people in CSV by the titles of their columns; a column without a telling title is somebody's from the first known
 * person in it.
 */
export class CsvScanner implements Scanner {
  readonly #values: RawValues;
  readonly #place: Place;
  readonly #isKnown: (value: string) => boolean;
  #delimiter = 0;
  #columns: Meaning[] | undefined;
  /** Columns of both sides of an address. */
  #halves: { local: number; domain: number } | undefined;
  /**
   * Fields of the row that is being read, three numbers each: start, end of the content, and whether quotes are doubled in
   * it.
   */
  readonly #fields: number[] = [];

  constructor(values: RawValues, place: Place, isKnown: (value: string) => boolean) {
    this.#values = values;
    this.#place = place;
    this.#isKnown = isKnown;
  }

  scan(text: string, final: boolean, out: Patches): number {
    const specials = new Specials(text, out.ascii);
    let at = 0;
    while (at < text.length) {
      if (this.#delimiter === 0) {
        const told = /^(?:\xef\xbb\xbf)?sep=(.)(?:\r\n|\n|\r)/i.exec(text);
        this.#delimiter = (told?.[1] ?? delimiterOf(text)).charCodeAt(0);
        if (told) at = told[0].length;
        else if (text.startsWith('\xef\xbb\xbf')) at = 3;
        continue;
      }
      const end = this.#readRow(text, at, final);
      if (end < 0) return at;
      if (this.#fields.length > 0) this.#row(text, specials, out);
      at = end;
    }
    return text.length;
  }

  /** Reads the fields of a row; returns where the next one begins, and -1 when the row has not come to its end. */
  #readRow(text: string, from: number, final: boolean): number {
    const fields = this.#fields;
    const delimiter = this.#delimiter;
    fields.length = 0;
    let at = from;
    for (;;) {
      let start = at;
      let doubled = 0;
      let end = -1;
      if (text.charCodeAt(at) === QUOTE) {
        let close = text.indexOf('"', at + 1);
        while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
          doubled = 1;
          close = text.indexOf('"', close + 2);
        }
        if (close < 0 || close - from > LONGEST_ROW) {
          if (!final && text.length - from <= LONGEST_ROW) return -1;
        } else if (close === text.length - 1 && !final) return -1;
        else if (endsField(text, close + 1, delimiter)) {
          start = at + 1;
          end = close;
          at = close + 1;
        }
        if (end < 0) doubled = 0;
      }
      while (at < text.length) {
        const code = text.charCodeAt(at);
        if (code === delimiter || code === 10 || code === 13) break;
        at++;
      }
      if (at === text.length && !final && at - from <= LONGEST_ROW) return -1;
      fields.push(start, end < 0 ? at : end, doubled);
      if (at >= text.length) return at;
      const code = text.charCodeAt(at++);
      if (code === 10 || code === 13) return at;
    }
  }

  #row(text: string, specials: Specials, out: Patches): void {
    const fields = this.#fields;
    if (!this.#columns) {
      this.#columns = this.#titles(text);
      if (this.#halves || this.#columns.some((c) => c !== 'any')) {
        for (let i = 0; i < fields.length; i += 3) this.#patch(text, i, 'any', specials, out);
        return;
      }
    }
    for (let i = 0; i < fields.length; i += 3) {
      const column = i / 3;
      let meaning = this.#columns[column] ?? 'any';
      const start = fields[i]!;
      const end = fields[i + 1]!;
      if (
        meaning === 'any' &&
        end - start > 1 &&
        end - start < 512 &&
        this.#isSomebody(text, start, end, specials)
      ) {
        this.#columns[column] = 'person';
        meaning = 'person';
      }
      if (meaning === 'person' && end - start < 64 && TOTALS.test(text.slice(start, end))) continue;
      this.#patch(text, i, meaning, specials, out);
    }
    this.#joined(text, out);
  }

  /** The sides of an address in two cells are one person. */
  #joined(text: string, out: Patches): void {
    if (!this.#halves) return;
    const cells = [this.#halves.local, this.#halves.domain].map((column) => {
      const start = this.#fields[3 * column] ?? 0;
      const end = this.#fields[3 * column + 1] ?? 0;
      return { start, text: text.slice(start, end), doubled: this.#fields[3 * column + 2] === 1 };
    });
    const [local, domain] = cells;
    if (cells.some((cell) => cell.doubled || cell.text === '') || !domain!.text.includes('.')) return;
    const made = this.#values.hide(`${local!.text}@${domain!.text}`, 'person', this.#place);
    if (made.length !== local!.text.length + 1 + domain!.text.length) return;
    out.put(local!.start, made.slice(0, local!.text.length));
    out.put(domain!.start, made.slice(local!.text.length + 1));
  }

  #isSomebody(text: string, start: number, end: number, specials: Specials): boolean {
    if (isNumeric(text.charCodeAt(start)) && isNumeric(text.charCodeAt(end - 1)) && !isLong(start, end))
      return false;
    // A UUID is replaced whoever it stands for.
    if (isLong(start, end) && isUuid(text, start, end)) return false;
    const value = text.slice(start, end);
    if (this.#isKnown(value)) return true;
    return specials.within(start, end) && /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(value);
  }

  #patch(text: string, i: number, meaning: Meaning, specials: Specials, out: Patches): void {
    const start = this.#fields[i]!;
    const end = this.#fields[i + 1]!;
    if (end <= start) return;
    if (this.#fields[i + 2] === 0) {
      this.#values.patch(text, start, end, meaning, this.#place, specials, out);
      return;
    }
    const written = text.slice(start, end);
    const made = throughBytes(written, (raw) =>
      doubledQuotes(raw, (meant) => {
        const binary = Buffer.from(meant).toString('latin1');
        return Buffer.from(this.#values.hide(binary, meaning, this.#place), 'latin1').toString();
      }),
    );
    if (made !== written) out.put(start, made);
  }

  /** What the titles mean; a first row that holds no title leaves all columns open. */
  #titles(text: string): Meaning[] {
    const meanings: Meaning[] = [];
    const titles: string[] = [];
    let values = 0;
    for (let i = 0; i < this.#fields.length; i += 3) {
      const title = Buffer.from(text.slice(this.#fields[i], this.#fields[i + 1]), 'latin1').toString();
      const meaning = title.includes('@') ? 'any' : meaningAmongPeople(title.trim());
      if (/@|^[\d.,:TZ+-]+$|^[0-9A-Fa-f-]{32,36}$/.test(title)) values++;
      titles.push(title);
      meanings.push(meaning === 'name' ? 'person' : meaning);
    }
    this.#halves = halfColumns(titles);
    // `user,api` in a row of values is no header.
    const told = meanings.filter((m) => m !== 'any').length;
    return told > 1 || (told === 1 && values === 0) ? meanings : meanings.map(() => 'any');
  }
}

const isNumeric = (code: number) => code >= 48 && code <= 57;
const isLong = (start: number, end: number) => end - start === 36 || end - start === 32;

/** Whether a field ends here: a quote that closes in the middle of one closes nothing. */
function endsField(text: string, at: number, delimiter: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === delimiter || code === 10 || code === 13;
}

/** The sign that parts the fields of a text, by its first line. */
export function delimiterOf(text: string): string {
  const counts = DELIMITERS.map(() => 0);
  let quoted = false;
  for (let i = 0; i < Math.min(text.length, LONGEST_ROW); i++) {
    const c = text[i]!;
    if (c === '"') quoted = !quoted;
    else if (!quoted && (c === '\n' || c === '\r')) break;
    else if (!quoted) {
      const which = DELIMITERS.indexOf(c);
      if (which >= 0) counts[which]! += 1;
    }
  }
  const most = Math.max(...counts);
  return most === 0 ? ',' : DELIMITERS[counts.indexOf(most)]!;
}
