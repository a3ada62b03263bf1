/** Two independent 32-bit hashes of a text, in `into[0]` and `into[1]`; allocates nothing. */
export function hashText(text: string, into: Int32Array): void {
  let a = 0xdeadbeef ^ text.length;
  let b = 0x41c6ce57 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  into[0] = a | 0;
  into[1] = b | 0;
}

/** Maximum load of the slots, and their growth factor: a set of a million texts is most of a walk's memory. */
const FULL = 0.8;
const GROWTH = 1.25;
/** The parts grow one by one: a set that grows as a whole takes its memory twice. */
const PARTS = 16;
/** Bytes of a part: room for more than all pages of a walk. Only what is used takes memory. */
const MOST_BYTES = 32 * 1024 * 1024;
const SLOT_BYTES = 8;
/** Texts of a short walk: parts for them take longer to reserve than the walk to read. */
const FEW = 2_048;

const emptyParts = () =>
  Array.from({ length: PARTS }, () => ({
    slots: new Int32Array(new ArrayBuffer(16 * SLOT_BYTES, { maxByteLength: MOST_BYTES })),
    size: 0,
  }));

/**
 * A set of texts that stores only 64-bit digests: at most 13 bytes for each, whatever its length. Its memory grows in
 * place and is given back to the system at once: what a walk leaves behind in pieces nothing else would use.
 */
export class HashSet {
  #parts: ReturnType<typeof emptyParts> | undefined;
  #few = new Int32Array(4 * FEW);
  #size = 0;
  readonly #hash = new Int32Array(2);

  /** Adds a text; false if it exists. */
  add(text: string): boolean {
    hashText(text, this.#hash);
    const [a, b] = [this.#hash[0]!, this.#hash[1]!];
    if (this.#parts) return insertInto(this.#parts, a, b);
    if (!insert(this.#few, a, b)) return false;
    if (++this.#size < FEW) return true;
    this.#parts = emptyParts();
    for (let i = 0; i < this.#few.length; i += 2) {
      const [x, y] = [this.#few[i]!, this.#few[i + 1]!];
      if (x !== 0 || y !== 0) insertInto(this.#parts, x, y);
    }
    return true;
  }

  clear(): void {
    for (const { slots } of this.#parts ?? []) slots.buffer.resize(0);
    this.#parts = undefined;
    this.#few.fill(0);
    this.#size = 0;
  }
}

function insertInto(parts: ReturnType<typeof emptyParts>, a: number, b: number): boolean {
  const part = parts[(b >>> 0) % PARTS]!;
  if (!insert(part.slots, a, b)) return false;
  if (++part.size * 2 > part.slots.length * FULL) grow(part.slots);
  return true;
}

function insert(slots: Int32Array, a: number, b: number): boolean {
  const count = slots.length / 2;
  // Two zeros mark a free slot.
  const second = a === 0 && b === 0 ? 1 : b;
  for (let slot = (a >>> 0) % count; ; slot = slot + 1 < count ? slot + 1 : 0) {
    const x = slots[2 * slot]!;
    const y = slots[2 * slot + 1]!;
    if (x === 0 && y === 0) {
      slots[2 * slot] = a;
      slots[2 * slot + 1] = second;
      return true;
    }
    if (x === a && y === second) return false;
  }
}

function grow(slots: Int32Array<ArrayBuffer>): void {
  const before = slots.slice();
  slots.buffer.resize(Math.ceil((before.length / 2) * GROWTH) * SLOT_BYTES);
  slots.fill(0);
  for (let i = 0; i < before.length; i += 2) {
    if (before[i] !== 0 || before[i + 1] !== 0) insert(slots, before[i]!, before[i + 1]!);
  }
  before.buffer.transfer(0);
}
