/** The characters that may replace a character: of the same length in every encoding, and of the same kind. */
export interface Alphabet {
  /** Names the alphabet in the shape of a word. */
  readonly name: string;
  readonly size: number;
  /** The index of a character; of a letter of ASCII, whatever its case. */
  indexOf(character: string): number;
  /** The character at an index, in the case of `like`. */
  at(index: number, like: string): string;
}

const LETTERS: Alphabet = {
  name: 'a',
  size: 26,
  indexOf: (c) => (c.charCodeAt(0) | 32) - 97,
  at: (i, like) => String.fromCharCode((like.charCodeAt(0) < 97 ? 65 : 97) + i),
};
const digitsFrom = (first: number): Alphabet => ({
  name: String(first),
  size: 10 - first,
  indexOf: (c) => Number(c) - first,
  at: (i) => String(first + i),
});
const DIGITS = digitsFrom(0);
/** The first digit of a number: a leading zero would change how it is read. */
const FIRST_DIGITS = digitsFrom(1);

/** Symbols and marks count, too: a name may be one emoji. */
const KINDS = [/[\p{Lu}\p{Lt}]/u, /\p{L}/u, /[\p{N}\p{M}\p{S}]/u];
const kindOf = (character: string) => KINDS.findIndex((kind) => kind.test(character));
const blocks = new Map<string, Alphabet>();

/** The alphabet of a character after another one; undefined for characters that are kept, such as punctuation. */
export function alphabetOf(character: string, before: string): Alphabet | undefined {
  const code = character.codePointAt(0)!;
  if (code >= 128) return blockOf(code, kindOf(character));
  if ((code | 32) >= 97 && (code | 32) <= 122) return LETTERS;
  if (code < 48 || code > 57) return undefined;
  if (before >= '0' && before <= '9') return DIGITS;
  return code === 48 ? undefined : FIRST_DIGITS;
}

/** 64 neighbours differ in the last byte of UTF-8 only, and have the same number of UTF-16 units. */
function blockOf(code: number, kind: number): Alphabet | undefined {
  if (kind < 0) return undefined;
  const first = code - (code % 64);
  const name = `${first.toString(36)}.${kind}`;
  let block = blocks.get(name);
  if (!block) {
    const neighbours = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(first + i));
    const members = neighbours.filter((c) => kindOf(c) === kind);
    const at = (index: number) => members[index]!;
    block = { name, size: members.length, indexOf: (c) => members.indexOf(c), at };
    blocks.set(name, block);
  }
  return block;
}
