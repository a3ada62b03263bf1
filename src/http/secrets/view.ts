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

/**
 * Puts a view byte by byte. The next view takes the memory of the last one, which is gone with that: a hostile text
 * makes many views, each as large as a block.
 */
export class ViewBuilder {
  #of: View = wholeView(new Uint8Array());
  #size = 0;
  #bytes = new Uint8Array(1024);
  /** Of each byte, where it begins and ends in the other text. */
  #places = new Int32Array(2 * 1024);

  begin(of: View): void {
    this.#of = of;
    this.#size = 0;
  }

  /** One byte that was made from a stretch. */
  put(byte: number, from: number, to: number): void {
    const at = this.#size++;
    if (at >= this.#bytes.length) this.#grow(this.#size);
    this.#bytes[at] = byte;
    this.#places[2 * at] = from;
    this.#places[2 * at + 1] = to;
  }

  /** Takes a stretch unchanged. */
  copy(from: number, to: number): void {
    const size = this.#size + to - from;
    if (size > this.#bytes.length) this.#grow(size);
    const [other, bytes, places] = [this.#of.bytes, this.#bytes, this.#places];
    for (let at = this.#size, place = from; place < to; at++, place++) {
      bytes[at] = other[place]!;
      places[2 * at] = place;
      places[2 * at + 1] = place + 1;
    }
    this.#size = size;
  }

  /** Bytes that have no position in the other text. */
  insert(bytes: Uint8Array): void {
    for (const byte of bytes) this.put(byte, 0, 0);
  }

  done(layer: string): View {
    const of = this.#of;
    const places = this.#places;
    return {
      bytes: this.#bytes.subarray(0, this.#size),
      layers: [...of.layers, layer],
      spans: (from, to) => stretches(places, from, to).flatMap(([start, end]) => of.spans(start, end)),
      isPlain(from, to) {
        const [first, ...more] = stretches(places, from, to);
        return first !== undefined && more.length === 0 && first[1] - first[0] === to - from;
      },
    };
  }

  #grow(size: number): void {
    const [bytes, places] = [this.#bytes, this.#places];
    this.#bytes = new Uint8Array(2 * size);
    this.#bytes.set(bytes);
    this.#places = new Int32Array(4 * size);
    this.#places.set(places);
  }
}

/** The places of some bytes, with adjacent ones as one: the bytes of a unit of digits have the same. */
function stretches(places: Int32Array, from: number, to: number): Span[] {
  const found: [from: number, to: number][] = [];
  for (let at = from; at < to; at++) {
    const [start, end] = [places[2 * at]!, places[2 * at + 1]!];
    const last = found.at(-1);
    if (last && last[0] <= start && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) found.push([start, end]);
  }
  return found;
}
