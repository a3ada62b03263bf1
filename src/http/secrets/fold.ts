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
