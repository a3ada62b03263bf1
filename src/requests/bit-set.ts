/** A set of whole numbers from 0 up to a bound, in which what two sets have in common is counted quickly. */
export class BitSet {
  readonly #words: Int32Array;

  /** An empty one for numbers below `bound`. */
  constructor(bound: number) {
    this.#words = new Int32Array((bound + 31) >> 5);
  }

  static of(bound: number, members: readonly number[]): BitSet {
    const set = new BitSet(bound);
    for (const member of members) set.add(member);
    return set;
  }

  has(member: number): boolean {
    return ((this.#words[member >> 5]! >>> (member & 31)) & 1) === 1;
  }

  add(member: number): void {
    this.#words[member >> 5]! |= 1 << (member & 31);
  }

  delete(member: number): void {
    this.#words[member >> 5]! &= ~(1 << (member & 31));
  }

  /** Takes all members of another set out of this one. */
  remove(other: BitSet): void {
    for (let i = 0; i < this.#words.length; i++) this.#words[i]! &= ~other.#words[i]!;
  }

  /** Takes all members of another set into this one. */
  join(other: BitSet): void {
    for (let i = 0; i < this.#words.length; i++) this.#words[i]! |= other.#words[i]!;
  }

  /** How many members both have. */
  common(other: BitSet): number {
    const own = this.#words;
    const others = other.#words;
    let count = 0;
    for (let i = 0; i < own.length; i++) {
      const both = own[i]! & others[i]!;
      if (both !== 0) count += ones(both);
    }
    return count;
  }

  get size(): number {
    return this.common(this);
  }
}

function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
