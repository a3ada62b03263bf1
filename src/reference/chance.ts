/** Numbers in [0, 1) that follow from a text alone: the same text gives the same sequence, anywhere. */
export function chance(text: string): () => number {
  let state = hash(text);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A 32-bit hash of a text (FNV-1a over its UTF-16 units, then mixed). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) | 0;
}

/** A UUID (version 4 in form) that follows from a text alone. */
export function uuid(text: string): string {
  const random = chance(text);
  const [a, b, c, d] = [hex(random()), hex(random()), hex(random()), hex(random())];
  const variant = '89ab'[Math.floor(random() * 4)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function hex(share: number): string {
  return (share * 2 ** 32).toString(16).padStart(8, '0');
}

/** A word of `length` letters and digits that follows from a text alone. */
export function word(text: string, length: number): string {
  const random = chance(text);
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
}
