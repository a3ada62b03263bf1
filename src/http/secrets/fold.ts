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

/** The text as it is compared. */
export function foldText(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text).map((byte) => FOLD[byte]!)).filter((byte) => byte !== 0);
}

const KEPT = 0x100;
/** Marks in `Folded.marks`: a layer that none of them announces needs no look. */
export const HAS_NUL = 0x200;
export const HAS_ESCAPE = 0x400;

/** What a byte is compared as, whether it is compared at all, and which layer it may announce: one look a byte. */
const TABLE: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) => {
  const announces = '\\%&='.includes(String.fromCharCode(code)) ? HAS_ESCAPE : 0;
  return (FOLD[code] === 0 ? 0 : FOLD[code]! | KEPT) | (code === 0 ? HAS_NUL : 0) | announces;
});

/** A text beside the same as it is compared, valid until the next one is folded. */
export interface Folded {
  bytes: Uint8Array;
  /** Only the first `size` bytes are of this text. */
  folded: Uint8Array;
  size: number;
  marks: number;
}

/** One for all texts: most are looked at once and are gone. */
let room = new Uint8Array(256 * 1024);

/** Folds a text, and notes on the way which layers it may have. */
export function fold(bytes: Uint8Array): Folded {
  const { length } = bytes;
  if (room.length < length) room = new Uint8Array(length * 2);
  const to = room;
  let size = 0;
  let marks = 0;
  for (let at = 0; at < length; at++) {
    const byte = TABLE[bytes[at]!]!;
    to[size] = byte;
    size += (byte >> 8) & 1;
    marks |= byte;
  }
  return { bytes, folded: to, size, marks };
}
