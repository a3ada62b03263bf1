/** Numbers in [0, 1) that follow from a text alone: the same text gives the same sequence, anywhere. */
export function chance(text: string): () => number {
  let state = hash(text);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return (scatter(state) >>> 0) / 2 ** 32;
  };
}

/** A 32-bit hash of a text (FNV-1a over its UTF-16 units, then mixed); another basis gives another hash. */
export function hash(text: string, basis = 0x811c9dc5): number {
  let value = basis;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) | 0;
}

/**
 * A UUID (version 4 in form) that follows from a name and a number. The number goes into it by a mapping that never
 * gives two numbers the same result, because chance alone would repeat itself within a million records.
 */
export function uuid(name: string, number = 0): string {
  const key = number < KEPT ? `${name} ${number}` : undefined;
  const known = key === undefined ? undefined : made.get(key);
  if (known !== undefined) return known;
  const text = makeUuid(name, number);
  if (key !== undefined && made.size < KEPT) made.set(key, text);
  return text;
}

/** The ids of small histories are cached; those of large ones would take too much memory. */
const KEPT = 4096;
const made = new Map<string, string>();

function makeUuid(name: string, number: number): string {
  const start = hash(name) + number;
  const a = scatter(start);
  const b = scatter(a + 0x9e3779b9);
  const c = scatter(b + 0x9e3779b9);
  const d = scatter(start ^ 0x5bd1e995);
  const variant = '89ab'[c & 3];
  return `${hex(a)}-${hex(b).slice(0, 4)}-4${hex(b).slice(5)}-${variant}${hex(c).slice(1, 4)}-${hex(c).slice(4)}${hex(d)}`;
}

/** Mixes 32 bits reversibly: different numbers stay different. */
function scatter(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}

/** A word of `length` letters and digits that follows from a text alone. */
export function word(text: string, length: number): string {
  const random = chance(text);
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
  let made = '';
  while (made.length < length) made += letters[Math.floor(random() * letters.length)];
  return made;
}
