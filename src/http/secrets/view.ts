/**
 * A text that was made from another one by removing a layer of encoding, with the original position of each byte.
 */
export interface View {
  bytes: Uint8Array;
  /** The removed layers, the outermost first. */
  layers: readonly string[];
  /** The stretches of the original text that these bytes were made from. */
  spans(from: number, to: number): Span[];
  /** Whether these bytes are contiguous in the previous text, which contains them as well. */
  isPlain(from: number, to: number): boolean;
}

/** Start, and end exclusive. */
export type Span = readonly [from: number, to: number];

/** The first text itself. */
export function wholeView(bytes: Uint8Array): View {
  return { bytes, layers: [], spans: (from, to) => [[from, to]], isPlain: () => false };
}

/** Builds a view from stretches of another one, and from single characters in place of escapes. */
export class ViewBuilder {
  readonly #of: View;
  readonly #bytes: Uint8Array;
  #size = 0;
  /** For each stretch: its offset in the view, and its start and end in the other one. */
  readonly #stretches: number[] = [];

  /** @param size maximum size of the view in bytes. */
  constructor(of: View, size = of.bytes.length) {
    this.#of = of;
    this.#bytes = new Uint8Array(size);
  }

  /** Bytes that a stretch replaces, or that have no position in the other text. */
  insert(bytes: Uint8Array, from = 0, to = 0): void {
    if (bytes.length === 0) return;
    this.#stretches.push(this.#size, from, to);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Takes a stretch unchanged. */
  copy(from: number, to: number): void {
    if (from >= to) return;
    this.#stretches.push(this.#size, from, to);
    this.#bytes.set(this.#of.bytes.subarray(from, to), this.#size);
    this.#size += to - from;
  }

  /** One byte in place of a stretch. */
  replace(from: number, to: number, byte: number): void {
    this.#stretches.push(this.#size, from, to);
    this.#bytes[this.#size++] = byte;
  }

  done(layer: string): View {
    const [of, size, stretches] = [this.#of, this.#size, this.#stretches];
    return {
      bytes: this.#bytes.subarray(0, size),
      layers: [...of.layers, layer],
      spans(from, to) {
        const spans: Span[] = [];
        for (let i = stretchAt(stretches, from); i < stretches.length && stretches[i]! < to; i += 3) {
          const [at, start, end] = [stretches[i]!, stretches[i + 1]!, stretches[i + 2]!];
          const isCopy = (stretches[i + 3] ?? size) - at === end - start;
          const span: Span = isCopy
            ? [start + Math.max(0, from - at), Math.min(end, start + to - at)]
            : [start, end];
          spans.push(...of.spans(...span));
        }
        return spans;
      },
      isPlain: (from, to) => stretchAt(stretches, from) === stretchAt(stretches, to - 1),
    };
  }
}

/** The index of the stretch that contains the byte at this offset of a view. */
function stretchAt(stretches: readonly number[], offset: number): number {
  let low = 0;
  let high = stretches.length / 3;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stretches[middle * 3]! <= offset) low = middle;
    else high = middle;
  }
  return low * 3;
}
