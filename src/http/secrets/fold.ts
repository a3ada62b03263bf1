/**
 * How bytes are compared when a secret is looked for: letters in one case, both alphabets of Base64 as one, and what
 * separates (blanks, line ends, NUL, quotes, commas, colons, brackets, backslashes) left out, as 0. So one look finds a
 * secret in any case, in UTF-16, in wrapped Base64, in hex with colons, in array elements and in neighbouring cells.
 */
export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => folded(code));

function folded(code: number): number {
  if (code <= 0x20 || code === 0x7f || '"\'`,;:[](){}<>|\\'.includes(String.fromCharCode(code))) return 0;
  if (code >= 0x41 && code <= 0x5a) return code + 32;
  if (code === 0x2b) return 0x2d;
  return code === 0x2f ? 0x5f : code;
}

/** The same with nothing left in but letters and digits: so a secret is found whatever stands between its characters. */
export const BARE: Uint8Array = FOLD.map((folded) => (isAlphanumeric(folded) ? folded : 0));

/** The same with nothing left in but digits: so numbers are found whatever words and signs stand between them. */
export const DIGITS: Uint8Array = FOLD.map((folded) => (folded >= 0x30 && folded <= 0x39 ? folded : 0));

function isAlphanumeric(folded: number): boolean {
  return (folded >= 0x30 && folded <= 0x39) || (folded >= 0x61 && folded <= 0x7a);
}

/** The text as it is compared, by one of the tables above. */
export function foldText(text: string, table = FOLD): Uint8Array {
  const bytes = Buffer.from(text);
  let size = 0;
  for (const byte of bytes) if (table[byte] !== 0) bytes[size++] = table[byte]!;
  return Uint8Array.from(bytes.subarray(0, size));
}

const KEPT = 0x100;
const KEPT_BARE = 0x800;
const KEPT_DIGIT = 0x4000;
/** Marks in `Folded.marks`: a layer that none of them announces needs no look. */
export const HAS_NUL = 0x200;
export const HAS_ESCAPE = 0x400;
export const HAS_MARKUP = 0x1000;
export const HAS_HIGH = 0x2000;

/** What a byte is compared as, whether it is compared at all, and which layer it may announce: one look a byte. */
const TABLE: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  const kept =
    (FOLD[code] === 0 ? 0 : FOLD[code]! | KEPT) |
    (BARE[code] === 0 ? 0 : KEPT_BARE) |
    (DIGITS[code] === 0 ? 0 : KEPT_DIGIT);
  const announces = '\\%&='.includes(character) ? HAS_ESCAPE : 0;
  const high = code >= 0x80 ? HAS_HIGH : 0;
  return (
    kept | announces | high | (code === 0 ? HAS_NUL : 0) | ('<\u001b'.includes(character) ? HAS_MARKUP : 0)
  );
});

/** What is compared of a text, by one table. */
export interface Compared {
  bytes: Uint8Array;
  /** Only the first `size` bytes are of this text. */
  folded: Uint8Array;
  size: number;
}

/** A text as it is compared, in all three ways, valid until the next one is folded. */
export interface Folded {
  usual: Compared;
  bare: Compared;
  digits: Compared;
  marks: number;
}

/** One for all texts: most are looked at once and are gone. */
let room = new Uint8Array(256 * 1024);
let bareRoom = new Uint8Array(256 * 1024);
let digitRoom = new Uint8Array(256 * 1024);

/** Folds a text, and notes on the way which layers it may have. */
export function fold(bytes: Uint8Array): Folded {
  const { length } = bytes;
  if (room.length < length) {
    room = new Uint8Array(length * 2);
    bareRoom = new Uint8Array(length * 2);
    digitRoom = new Uint8Array(length * 2);
  }
  const to = room;
  const bare = bareRoom;
  const digits = digitRoom;
  let size = 0;
  let bareSize = 0;
  let digitSize = 0;
  let marks = 0;
  for (let at = 0; at < length; at++) {
    const byte = TABLE[bytes[at]!]!;
    to[size] = byte;
    size += (byte >> 8) & 1;
    bare[bareSize] = byte;
    bareSize += (byte >> 11) & 1;
    digits[digitSize] = byte;
    digitSize += (byte >> 14) & 1;
    marks |= byte;
  }
  return {
    usual: { bytes, folded: to, size },
    bare: { bytes, folded: bare, size: bareSize },
    digits: { bytes, folded: digits, size: digitSize },
    marks,
  };
}
