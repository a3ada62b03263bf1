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

/**
 * A view with this content; `first` and `last` tell of what bytes of the text before it each of its own was made. They
 * are worked out only when they are asked for: mostly nothing is found.
 */
export function madeView(
  from: View,
  bytes: Uint8Array,
  first: (at: number) => number,
  last: (at: number) => number,
  layer: string,
): View {
  return {
    bytes,
    start: (at) => from.start(first(at)),
    end: (at) => from.end(last(at)),
    mark(at, mask) {
      for (let of = first(at); of <= last(at); of++) from.mark(of, mask);
    },
    layers: [...from.layers, layer],
  };
}

/** Views that were looked at: the same layers, taken off in another order, leave the same text of the same place. */
export class KnownViews {
  readonly #known = new Map<number, View[]>();

  /** Whether there was one like this; from now on there was. */
  has(view: View): boolean {
    const { bytes } = view;
    if (bytes.length === 0) return true;
    let key = bytes.length;
    const step = Math.max(1, bytes.length >> 6);
    for (let at = 0; at < bytes.length; at += step) key = (Math.imul(key, 31) ^ bytes[at]!) | 0;
    const alike = this.#known.get(key);
    if (!alike) this.#known.set(key, [view]);
    else if (alike.some((one) => isSame(one, view))) return true;
    else alike.push(view);
    return false;
  }
}

function isSame(one: View, other: View): boolean {
  const last = one.bytes.length - 1;
  if (Buffer.compare(one.bytes, other.bytes) !== 0) return false;
  return one.start(0) === other.start(0) && one.end(last) === other.end(last);
}

/** A view that is the text before it but for some places, each of which says something else there. */
export class Splices {
  readonly #from: View;
  readonly #bytes: Uint8Array;
  /** By splice: where what it says begins and ends in the view, and the place that it was taken from. */
  readonly #splices: number[] = [];
  #size = 0;
  #read = 0;

  constructor(from: View) {
    this.#from = from;
    this.#bytes = new Uint8Array(from.bytes.length);
  }

  /** Says these bytes, of which there are no more than of what they replace, in the place of those from `first` to `last`. */
  replace(first: number, last: number, said: readonly number[]): void {
    this.#copy(first);
    this.#splices.push(this.#size, this.#size + said.length, first, last);
    for (const byte of said) this.#bytes[this.#size++] = byte;
    this.#read = last + 1;
  }

  #copy(to: number): void {
    this.#bytes.set(this.#from.bytes.subarray(this.#read, to), this.#size);
    this.#size += to - this.#read;
  }

  done(layer: string): View {
    const from = this.#from;
    this.#copy(from.bytes.length);
    const content = this.#bytes.subarray(0, this.#size);
    const place = (at: number) => placeOf(this.#splices, at);
    return madeView(
      from,
      content,
      (at) => place(at)[0],
      (at) => place(at)[1],
      layer,
    );
  }
}

/** The first and the last byte that the byte at this offset was made of. */
function placeOf(splices: readonly number[], at: number): [first: number, last: number] {
  let low = 0;
  let high = splices.length / 4;
  // The last splice that begins here or before; one that says nothing begins where the next thing does.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (splices[middle * 4]! <= at) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return [at, at];
  const before = (low - 1) * 4;
  const [end, last] = [splices[before + 1]!, splices[before + 3]!];
  if (at < end) return [splices[before + 2]!, last];
  const plain = last + 1 + at - end;
  return [plain, plain];
}
