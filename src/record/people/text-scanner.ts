import { endOfPart, LONGEST, type Patches, type Scanner, type Values } from './scanner.ts';

/** Finds people in text of no known form, line by line. */
export class TextScanner implements Scanner {
  readonly #values: Values;

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
      this.#values.patch(at, end, 'any', out);
      at = end === line ? end + 1 : end;
    }
    return text.length;
  }
}
