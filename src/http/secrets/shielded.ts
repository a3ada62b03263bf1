import { hexByte, READABLE, READS } from './readable.ts';

/** What hexadecimal says of which each byte was changed by the first, as addresses on pages are shielded. */
export function unshielded(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const mask = hexByte(bytes, start);
  const content = new Uint8Array(((end - start) >> 1) - 1);
  for (let to = 0; to < content.length; to++) {
    content[to] = hexByte(bytes, start + 2 * to + 2) ^ mask;
    if (to < READABLE && READS[content[to]!] === 0) return undefined;
  }
  return content.length < READABLE ? undefined : content;
}
