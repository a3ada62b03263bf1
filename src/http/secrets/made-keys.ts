import type { MadeKey } from '../../vocabulary/exchange.ts';
import { NotApplicable } from '../../vocabulary/undecidable.ts';

/** How a key that was made from the valid one is written in records. */
export const WRITTEN: Readonly<Record<MadeKey, string>> = {
  altered: '<key: one character changed>',
  'altered-late': '<key: one character changed near its end>',
  'other-case': '<key: inverted case>',
  longer: '<key: one character more>',
};

/** A near-miss of the valid key; undefined if none can be made. */
export function madeKey(key: string, kind: MadeKey): string | undefined {
  switch (kind) {
    case 'altered':
      return altered(key, Math.floor(key.length / 2) + 1, ends(key) - beforeEnd(key), 1);
    case 'altered-late':
      return altered(key, ends(key) - 3, ends(key) - beforeEnd(key) + 1, -1);
    case 'other-case': {
      const swapped = key.replace(/[A-Za-z]/g, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
      return swapped === key ? undefined : swapped;
    }
    case 'longer':
      return `${key}${key.endsWith('4') ? '7' : '4'}`;
  }
}

/** The variable part of a key in hexadecimal or UUID form, after its prefix. */
const HEXADECIMAL = /^(?:[A-Za-z][A-Za-z\d]*[-_.])*[0-9A-Fa-f]{8}[0-9A-Fa-f-]{8,}$/;

/** The same for sending: throws `NotApplicable` if none can be made, or if it may equal the valid one. */
export function madeKeyOf(key: string, kind: MadeKey): string {
  if (kind === 'other-case' && HEXADECIMAL.test(key))
    throw new NotApplicable('the key is hexadecimal, whose case may not matter');
  const made = madeKey(key, kind);
  if (made === undefined) throw new NotApplicable(`the key has no character to change: ${WRITTEN[kind]}`);
  return made;
}

/** The kinds of keys that cannot be made from one, and why. */
export function unmadeKeys(key: string): Partial<Record<MadeKey, string>> {
  const reasons: Partial<Record<MadeKey, string>> = {};
  for (const kind of Object.keys(WRITTEN) as MadeKey[]) {
    try {
      madeKeyOf(key, kind);
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error;
      reasons[kind] = error.message;
    }
  }
  return reasons;
}

/** All keys that can be made from one: as secret as it is, since they reveal nearly all of it. */
export function madeKeysOf(key: string): string[] {
  return (Object.keys(WRITTEN) as MadeKey[])
    .map((kind) => madeKey(key, kind))
    .filter((made) => made !== undefined);
}

/** The position after the last letter or digit. */
const ends = (key: string): number => key.replace(/[^A-Za-z0-9]+$/, '').length;

/**
 * Some services look a key up by its last characters: one key is changed in its middle, before the last twelve, or
 * before fewer of a short key. Others compare only the first characters: one key is changed near its end, where the
 * last two characters may encode unused bits in Base64.
 */
const beforeEnd = (key: string): number => Math.min(13, Math.max(4, Math.floor(key.length / 3)));

/**
 * The key with one character changed, the first that can be from one position to another, in its second half: a letter
 * for a letter of the same case, a digit for a digit. It keeps its form (hexadecimal stays hexadecimal) and decodes to
 * other bytes in Base64.
 */
function altered(key: string, from: number, to: number, step: 1 | -1): string | undefined {
  for (let at = from; (to - at) * step >= 0; at += step) {
    const other = at > key.length / 2 && OTHER.find(([letters]) => letters.includes(key[at]!));
    if (!other) continue;
    const [letters] = other;
    const next = letters[(letters.indexOf(key[at]!) + 1) % letters.length]!;
    return key.slice(0, at) + next + key.slice(at + 1);
  }
  return undefined;
}

/** Cycles of characters that replace each other. */
const OTHER = [
  ['0123456789'],
  ['abcdef'],
  ['ABCDEF'],
  ['ghijklmnopqrstuvwxyz'],
  ['GHIJKLMNOPQRSTUVWXYZ'],
] as const;
