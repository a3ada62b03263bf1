/** Tells, going forward through a text, whether a part of it holds a sign of an address or of an encoding. */
export class Specials {
  readonly #text: string;
  readonly #pattern = /[@\\%&\x80-\xff]/g;
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Places are asked for from left to right. */
  within(start: number, end: number): boolean {
    if (this.#next < start) {
      this.#pattern.lastIndex = start;
      this.#next = this.#pattern.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#next < end;
  }
}
