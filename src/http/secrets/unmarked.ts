/*
 * Packed texts without a mark at their beginning: raw deflate (as SAML has it) and Brotli. Whether bytes may be one is
 * seen by their first bits, so that digests and ids, which are everywhere, cost no attempt to unpack them.
 */

/** Bytes from the beginning that are enough to tell. */
export const ENOUGH = 24;
/** Letters in a row that show that bytes read as deflate give a text. */
const LETTERS = 6;

/** Whether these bytes may be a text that was packed without a mark. */
export function mayBePacked(bytes: Uint8Array): boolean {
  if (bytes.length < ENOUGH / 2) return false;
  const type = (bytes[0]! >> 1) & 3;
  if (type === 1 && readsFixed(bytes)) return true;
  if (type === 2 && isComplete(bytes)) return true;
  return isBrotli(bytes);
}

/** So many bits from a place on, the lowest first; nought beyond the end. */
function bitsAt(bytes: Uint8Array, place: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) {
    value |= (((bytes[(place + i) >> 3] ?? 0) >> ((place + i) & 7)) & 1) << i;
  }
  return value;
}

/** Deflate with the fixed codes (RFC 1951, section 3.2.6): its first symbols are letters, or such a beginning once more. */
function readsFixed(bytes: Uint8Array): boolean {
  const end = bytes.length * 8;
  let place = 3;
  for (let letters = 0; letters < LETTERS; letters++) {
    let code = 0;
    for (let i = 0; i < 8; i++) code = (code << 1) | bitsAt(bytes, place + i, 1);
    // Seven bits below 24 are the end, or a repetition of what came before.
    if (code >> 1 < 24) return letters > 2;
    const letter = code - 0x30;
    if (letter < 0x20 || letter > 0x7e || place + 8 > end) return false;
    place += 8;
  }
  return true;
}

/** The order in which lengths of code lengths are told (RFC 1951, section 3.2.7) does not matter: they fill their space. */
function isComplete(bytes: Uint8Array): boolean {
  if (bitsAt(bytes, 3, 5) > 29 || bitsAt(bytes, 8, 5) > 29) return false;
  const count = bitsAt(bytes, 13, 4) + 4;
  let filled = 0;
  for (let i = 0; i < count; i++) {
    const length = bitsAt(bytes, 17 + 3 * i, 3);
    if (length > 0) filled += 128 >> length;
  }
  return filled === 128;
}

/** Brotli with the usual window, of which the first part is as long as a short text (RFC 7932, section 9). */
function isBrotli(bytes: Uint8Array): boolean {
  if ((bytes[0]! & 0x0f) !== 0x0b) return false;
  const isLast = bitsAt(bytes, 4, 1) === 1;
  if (isLast && bitsAt(bytes, 5, 1) === 1) return false;
  const place = isLast ? 6 : 5;
  if (bitsAt(bytes, place, 2) !== 0) return false;
  const size = bitsAt(bytes, place + 2, 16) + 1;
  return size >= ENOUGH / 2 && size < 0x2000;
}

/** Beginnings of what is packed in ways that can't be looked into here: bzip2, xz, 7z, lzip and RAR. */
const SEALED = ['BZh?1AY&SY', '\u00fd7zXZ\0', "7z\u00bc\u00af'\u001c", 'LZIP\u0001', 'Rar!\u001a\u0007'].map(
  (mark) => Buffer.from(mark, 'latin1'),
);
const ANY = 0x3f;

/** Whether bytes are packed so that nobody here can see what they say. */
export function isSealed(bytes: Uint8Array): boolean {
  return SEALED.some((mark) => mark.every((byte, i) => byte === bytes[i] || byte === ANY));
}
