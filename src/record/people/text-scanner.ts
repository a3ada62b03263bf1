import { endOfPart, LONGEST, type Patches, type Scanner, type Values } from './scanner.ts';

const TAG = /<[^<>]*>/g;

/**
 * Finds people in text of unknown format, line by line. In usage data the words in the cells of an HTML table are
 * personal.
 */
export class TextScanner implements Scanner {
  readonly #values: Values;
  #inCell = false;

  constructor(values: Values) {
    this.#values = values;
  }

  scan(text: string, final: boolean, out: Patches): number {
    this.#values.begin(text);
    let at = 0;
    let line = -1;
    while (at < text.length) {
      if (line < at) line = text.indexOf('\n', at);
      if (line < 0) line = text.length;
      let end = line;
      if (end - at > LONGEST) end = endOfPart(text, at);
      else if (end === text.length && !final) return at;
      if (this.#values.place.people) this.#part(text, at, end, out);
      else this.#values.patch(at, end, 'any', out);
      at = end === line ? end + 1 : end;
    }
    return text.length;
  }

  #part(text: string, start: number, end: number, out: Patches): void {
    let at = start;
    for (const { 0: tag, index } of text.slice(start, end).matchAll(TAG)) {
      this.#between(text, at, start + index, out);
      at = start + index + tag.length;
      this.#values.patch(start + index, at, 'any', out);
      if (/^<\/?t[dhr]\b/i.test(tag)) this.#inCell = /^<td/i.test(tag);
    }
    this.#between(text, at, end, out);
  }

  #between(text: string, start: number, end: number, out: Patches): void {
    const isWord = this.#inCell && /[A-Za-z\x80-\xff]/.test(text.slice(start, end));
    this.#values.patch(start, end, isWord ? 'person' : 'any', out);
  }
}
