/** Signs of an address or of an encoding. */
const SIGNS = ['@', '\\', '%', '&'] as const;
const HIGH = /[\x80-\xff]/g;

/** Tells, going forward through a text, whether a part of it holds a sign of an address or of an encoding. */
export class Specials {
  readonly #text: string;
  readonly #ascii: boolean;
  /** Where each sign comes next, as far as was looked; then bytes beyond ASCII. */
  readonly #next: number[] = [-1, -1, -1, -1, -1];

  constructor(text: string, ascii: boolean) {
    this.#text = text;
    this.#ascii = ascii;
    if (ascii) this.#next[SIGNS.length] = Number.POSITIVE_INFINITY;
  }

  /** Places are asked for from left to right. */
  within(start: number, end: number): boolean {
    const next = this.#next;
    // Each sign on its own is found many times faster than all by one pattern.
    for (let i = 0; i < SIGNS.length; i++) {
      if (next[i]! < start) {
        const at = this.#text.indexOf(SIGNS[i]!, start);
        next[i] = at < 0 ? Number.POSITIVE_INFINITY : at;
      }
      if (next[i]! < end) return true;
    }
    if (this.#ascii) return false;
    if (next[SIGNS.length]! < start) {
      HIGH.lastIndex = start;
      next[SIGNS.length] = HIGH.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return next[SIGNS.length]! < end;
  }
}
