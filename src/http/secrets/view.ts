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

/** Bytes of a view in the place of some of the other text: each unit of so many `bytes` was written in so many `digits`. */
interface Stretch {
  /** Its offset in the view. */
  at: number;
  /** Where it begins and ends in the other text. */
  from: number;
  to: number;
  bytes: number;
  digits: number;
}

/** Puts a view from stretches of another one, as they are or decoded, and from characters in place of escapes. */
export class ViewBuilder {
  readonly #of: View;
  readonly #bytes: Uint8Array;
  #size = 0;
  readonly #stretches: Stretch[] = [];

  /** @param size maximum size of the view in bytes. */
  constructor(of: View, size = of.bytes.length) {
    this.#of = of;
    this.#bytes = new Uint8Array(size);
  }

  /** Bytes that a stretch replaces, or that have no position in the other text. Without a `unit`, all of them are one. */
  insert(bytes: Uint8Array, from = 0, to = 0, unit = { bytes: bytes.length, digits: to - from }): void {
    if (bytes.length === 0) return;
    this.#stretches.push({ at: this.#size, from, to, bytes: unit.bytes, digits: unit.digits });
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Takes a stretch unchanged. */
  copy(from: number, to: number): void {
    if (from < to) this.insert(this.#of.bytes.subarray(from, to), from, to, PLAIN);
  }

  /** One byte in place of a stretch. Adjacent ones of one length are units of one stretch. */
  replace(from: number, to: number, byte: number): void {
    const last = this.#stretches.at(-1);
    const digits = to - from;
    if (last?.bytes === 1 && last.digits === digits && last.to === from) last.to = to;
    else this.#stretches.push({ at: this.#size, from, to, bytes: 1, digits });
    this.#bytes[this.#size++] = byte;
  }

  done(layer: string): View {
    const [of, size, stretches] = [this.#of, this.#size, this.#stretches];
    return {
      bytes: this.#bytes.subarray(0, size),
      layers: [...of.layers, layer],
      spans(from, to) {
        const spans: Span[] = [];
        for (let i = stretchAt(stretches, from); i < stretches.length && stretches[i]!.at < to; i++) {
          const one = stretches[i]!;
          const first = one.from + Math.floor(Math.max(0, from - one.at) / one.bytes) * one.digits;
          const end = one.from + Math.ceil((to - one.at) / one.bytes) * one.digits;
          spans.push(...of.spans(first, Math.min(one.to, end)));
        }
        return spans;
      },
      isPlain(from, to) {
        const i = stretchAt(stretches, from);
        const { bytes, digits } = stretches[i]!;
        return stretchAt(stretches, to - 1) === i && (bytes === digits || to - from <= bytes);
      },
    };
  }
}

const PLAIN = { bytes: 1, digits: 1 };

/** The index of the stretch that contains the byte at this offset of a view. */
function stretchAt(stretches: readonly Stretch[], offset: number): number {
  let low = 0;
  let high = stretches.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.at <= offset) low = middle;
    else high = middle;
  }
  return low;
}
