/** Where the first invalid UTF-8 sequence begins; -1 if there is none. An incomplete one at the end counts. */
export function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at]!;
    const length = lengthOf(lead);
    if (length === 0 || at + length > bytes.length) return at;
    for (let i = 1; i < length; i += 1) {
      const [low, high] = i === 1 ? secondByte(lead) : [0x80, 0xbf];
      const byte = bytes[at + i]!;
      if (byte < low || byte > high) return at;
    }
    at += length;
  }
  return -1;
}

function lengthOf(lead: number): 0 | 1 | 2 | 3 | 4 {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Bounds that exclude overlong forms, surrogates, and values above U+10FFFF. */
function secondByte(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
