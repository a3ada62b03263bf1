/**
 * A text that was made of another one by taking a layer of encoding off, with the place in the first text that each of its
 * bytes came from.
 */
export interface View {
  bytes: Uint8Array;
  /** The layers that were taken off, the outermost first. */
  layers: readonly string[];
  /** The stretches of the first text that these bytes were made of. */
  spans(from: number, to: number): Span[];
  /** Whether these bytes stand in a row in the text before, which shows them as well. */
  isPlain(from: number, to: number): boolean;
}

/** From one offset to before another. */
export type Span = readonly [from: number, to: number];

/** The first text itself. */
export function wholeView(bytes: Uint8Array): View {
  return { bytes, layers: [], spans: (from, to) => [[from, to]], isPlain: () => false };
}

/** Puts a view together of stretches of another one, and of single characters that stand for its escapes. */
export class ViewBuilder {
  readonly #of: View;
  readonly #bytes: Uint8Array;
  #size = 0;
  /** By stretch: its offset in the view, and where it begins and ends in the other one. */
  readonly #stretches: number[] = [];

  /** @param size how many bytes the view has at most. */
  constructor(of: View, size = of.bytes.length) {
    this.#of = of;
    this.#bytes = new Uint8Array(size);
  }

  /** Bytes that a stretch stands for, or that stand nowhere in the other text. */
  insert(bytes: Uint8Array, from = 0, to = 0): void {
    if (bytes.length === 0) return;
    this.#stretches.push(this.#size, from, to);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Takes a stretch as it is. */
  copy(from: number, to: number): void {
    if (from >= to) return;
    this.#stretches.push(this.#size, from, to);
    this.#bytes.set(this.#of.bytes.subarray(from, to), this.#size);
    this.#size += to - from;
  }

  /** One byte in the place of a stretch. */
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

/** The index of the stretch that the byte at this offset of a view belongs to. */
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
