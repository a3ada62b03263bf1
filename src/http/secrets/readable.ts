/** What can be read, and NUL, which stands between the letters of wider encodings. */
export const READS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  Number((code >= 0x20 && code < 0x7f) || code === 0x0a || code === 0x0d || code === 0x09 || code === 0),
);
/** So many characters in a row that a person could read show that something was encoded. */
export const READABLE = 12;

/** The byte that two hexadecimal digits stand for. */
export function hexByte(run: Uint8Array, at: number): number {
  return (hexValue(run[at]!) << 4) | hexValue(run[at + 1]!);
}

function hexValue(digit: number): number {
  return digit < 0x3a ? digit - 0x30 : (digit | 0x20) - 0x57;
}
