/**
 * A text that was made of another one by taking a layer of encoding off, with the place in the first of them that each
 * byte came from.
 */
export interface View {
  bytes: Uint8Array;
  /** Where in the first text the byte at this offset begins and ends. */
  start(at: number): number;
  end(at: number): number;
  /** Sets the bytes of the first text that this one was made of to 1, and none that stand between them. */
  mark(at: number, mask: Uint8Array): void;
  /** The layers that were taken off, the outermost first. */
  layers: readonly string[];
}

/** The first text itself. */
export function wholeView(bytes: Uint8Array): View {
  const mark: View['mark'] = (at, mask) => {
    // Lines stay lines: what is hidden is never a line end.
    if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) mask[at] = 1;
  };
  return { bytes, start: (at) => at, end: (at) => at + 1, mark, layers: [] };
}

/** Writes a view byte by byte. */
export class ViewMaker {
  readonly #from: View;
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #size = 0;

  constructor(from: View, room: number) {
    this.#from = from;
    this.#bytes = new Uint8Array(room);
    this.#starts = new Int32Array(room);
    this.#ends = new Int32Array(room);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a byte that the bytes from `first` to `last` of the text before stand for. */
  add(byte: number, first: number, last: number): void {
    if (this.#size === this.#bytes.length) return;
    this.#bytes[this.#size] = byte;
    this.#starts[this.#size] = first;
    this.#ends[this.#size] = last;
    this.#size++;
  }

  /** Adds a character, in UTF-8. */
  character(code: number, first: number, last: number): void {
    const one = code < 0x80 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    if (one) this.add(code < 0x80 ? code : 0x3f, first, last);
    else for (const byte of Buffer.from(String.fromCodePoint(code))) this.add(byte, first, last);
  }

  done(layer: string): View {
    const from = this.#from;
    const starts = this.#starts;
    const ends = this.#ends;
    return {
      bytes: this.#bytes.subarray(0, this.#size),
      start: (at) => from.start(starts[at]!),
      end: (at) => from.end(ends[at]!),
      mark(at, mask) {
        for (let of = starts[at]!; of <= ends[at]!; of++) from.mark(of, mask);
      },
      layers: [...from.layers, layer],
    };
  }
}
