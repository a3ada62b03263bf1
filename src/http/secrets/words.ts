/** Letters and digits of ASCII; of which of them a byte is one, 0 for none. */
export const NUMBER = 2;
export const LETTER = 1;
export const IN_WORD: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9]/.test(String.fromCharCode(code)) ? NUMBER : Number(/[A-Za-z]/.test(String.fromCharCode(code))),
);

/** The words of a text in a row, each with how often it comes in the same surroundings. */
export interface Words {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  /**
   * How often the word comes with the signs before it, and with those behind it, whichever is more: a letter may be a piece in one
   * place and a frame in the other.
   */
  often: Int32Array;
}

/** What an inner text of a longer one says in words: from the offset `from` to the one before `to`. */
export function wordsOf(bytes: Uint8Array, from: number, to: number): Words {
  const most = (to - from + 1) >> 1;
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  let count = 0;
  for (let at = from; at < to; at++) {
    if (IN_WORD[bytes[at]!] === 0) continue;
    starts[count] = at;
    while (at < to && IN_WORD[bytes[at]!] !== 0) at++;
    ends[count++] = at;
  }
  const table = new Counts(2 * count);
  const before = new Int32Array(count);
  const behind = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    // The first word and the last are not what they are by a sign on the side where there is nothing.
    before[i] = table.note(hashOf(bytes, i === 0 ? starts[i]! : ends[i - 1]!, ends[i]!, 1));
    behind[i] = table.note(hashOf(bytes, starts[i]!, i + 1 < count ? starts[i + 1]! : to, 2));
  }
  const often = new Int32Array(count);
  for (let i = 0; i < count; i++) often[i] = Math.max(table.at(before[i]!), table.at(behind[i]!));
  return { count, starts, ends, often };
}

/** A stretch as a number; two that meet in one are counted as one, which happens once in a million texts. */
function hashOf(bytes: Uint8Array, from: number, to: number, seed: number): number {
  let hash = Math.imul(seed, 0x9e3779b1);
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ bytes[at]!, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}

/** How often each of so many numbers came, at most: an open table, since there are millions of words in a run. */
class Counts {
  readonly #keys: Int32Array;
  readonly #counts: Int32Array;
  readonly #mask: number;

  constructor(most: number) {
    const size = 1 << (33 - Math.clz32(most));
    this.#keys = new Int32Array(size);
    this.#counts = new Int32Array(size);
    this.#mask = size - 1;
  }

  /** Counts a number; gives the slot in which it is counted. */
  note(key: number): number {
    let slot = key & this.#mask;
    while (this.#counts[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
    this.#keys[slot] = key;
    this.#counts[slot]!++;
    return slot;
  }

  at(slot: number): number {
    return this.#counts[slot]!;
  }
}
