/** The characters that may stand for a character: as long in every encoding, and of its kind. */
export interface Alphabet {
  /** Which alphabet it is, for the shape of a word. */
  readonly name: string;
  readonly size: number;
  /** The place of a character, without its case where that can be told. */
  indexOf(character: string): number;
  /** The character at a place, in the case of the one that it stands for. */
  at(index: number, like: string): string;
}

const LETTERS: Alphabet = {
  name: 'a',
  size: 26,
  indexOf: (c) => (c.charCodeAt(0) | 32) - 97,
  at: (i, like) => String.fromCharCode((like.charCodeAt(0) < 97 ? 65 : 97) + i),
};
const DIGITS: Alphabet = {
  name: '0',
  size: 10,
  indexOf: (c) => c.charCodeAt(0) - 48,
  at: (i) => String.fromCharCode(48 + i),
};
/** The first digit of a number: a zero would change how it is read. */
const FIRST_DIGITS: Alphabet = {
  name: '1',
  size: 9,
  indexOf: (c) => c.charCodeAt(0) - 49,
  at: (i) => String.fromCharCode(49 + i),
};

/** Signs and marks as well: a name may be one emoji. */
const TELLING = /[\p{L}\p{N}\p{M}\p{S}]/u;
const blocks = new Map<number, Alphabet>();

/** The alphabet of a character after another one; undefined for what stays as it is, as signs of ASCII do. */
export function alphabetOf(character: string, before: string): Alphabet | undefined {
  const code = character.codePointAt(0)!;
  if (code < 128) {
    if ((code | 32) >= 97 && (code | 32) <= 122) return LETTERS;
    if (code < 48 || code > 57) return undefined;
    if (before >= '0' && before <= '9') return DIGITS;
    return code === 48 ? undefined : FIRST_DIGITS;
  }
  return TELLING.test(character) ? blockOf(code) : undefined;
}

/** 64 neighbours differ in the last byte of UTF-8 only, and share the number of UTF-16 units. */
function blockOf(code: number): Alphabet {
  const first = code - (code % 64);
  let block = blocks.get(first);
  if (!block) {
    const all = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(first + i));
    const here = new Set(all);
    // Of a pair of letters the small one stands for both.
    const members = all.filter(
      (c) => TELLING.test(c) && (c.toLowerCase() === c || !here.has(c.toLowerCase())),
    );
    const places = new Map(members.map((c, i) => [c, i]));
    block = {
      name: first.toString(36),
      size: members.length,
      indexOf: (c) => {
        const lower = c.toLowerCase();
        return places.get(lower) ?? places.get(c)!;
      },
      at: (i, like) => {
        const capital = members[i]!.toUpperCase();
        return like !== like.toLowerCase() && here.has(capital) ? capital : members[i]!;
      },
    };
    blocks.set(first, block);
  }
  return block;
}
