import type { MadeKey } from '../../vocabulary/exchange.ts';
import { NotApplicable } from '../../vocabulary/undecidable.ts';

/** How a key that was made from the right one is written, wherever it would stand. */
export const WRITTEN: Readonly<Record<MadeKey, string>> = {
  altered: '<key: one character changed>',
  'altered-late': '<key: one character changed near its end>',
  'other-case': '<key: inverted case>',
  longer: '<key: one character more>',
};

/** A key that is nearly the right one; undefined where none can be made of it. */
export function madeKey(key: string, kind: MadeKey): string | undefined {
  switch (kind) {
    case 'altered':
      return altered(key, ends(key) - beforeEnd(key), key.length / 2);
    case 'altered-late':
      return altered(key, ends(key) - 3, ends(key) - beforeEnd(key));
    case 'other-case': {
      const swapped = key.replace(/[A-Za-z]/g, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
      return swapped === key ? undefined : swapped;
    }
    case 'longer':
      return `${key}${key.endsWith('4') ? '7' : '4'}`;
  }
}

/** What a key is for the most part where it is written in hexadecimal, or is a UUID, behind words that name it. */
const HEXADECIMAL = /^(?:[A-Za-z][A-Za-z\d]*[-_.])*[0-9A-Fa-f]{8}[0-9A-Fa-f-]{8,}$/;

/** The same, for who sends it: throws `NotApplicable` where none can be made, or where it may be the right one. */
export function madeKeyOf(key: string, kind: MadeKey): string {
  if (kind === 'other-case' && HEXADECIMAL.test(key))
    throw new NotApplicable('the key is hexadecimal, whose case may not matter');
  const made = madeKey(key, kind);
  if (made === undefined) throw new NotApplicable(`the key has no character to change: ${WRITTEN[kind]}`);
  return made;
}

/** All keys that can be made of one: as secret as it is, for they tell nearly all of it. */
export function madeKeysOf(key: string): string[] {
  return (Object.keys(WRITTEN) as MadeKey[])
    .map((kind) => madeKey(key, kind))
    .filter((made) => made !== undefined);
}

/** The place behind the last letter or digit. */
const ends = (key: string): number => key.replace(/[^A-Za-z0-9]+$/, '').length;

/**
 * Some services look a key up by its first and last characters, twelve at most, as they show it: one key is changed before
 * them. Of short keys, these are fewer. Others compare only so many of the first characters: one is changed near its end,
 * where the last two characters may hold bits in Base64 that mean nothing.
 */
const beforeEnd = (key: string): number => Math.min(13, Math.max(4, Math.floor(key.length / 3)));

/**
 * The key with one character changed, at a place or before it but after another one, past its middle: a letter for a letter
 * of the same case, a digit for a digit, so that it keeps its form (hexadecimal stays that) and reads as other bytes in
 * Base64 too.
 */
function altered(key: string, from: number, after: number): string | undefined {
  for (let at = from; at > after && at > key.length / 2; at--) {
    const other = OTHER.find(([letters]) => letters.includes(key[at]!));
    if (!other) continue;
    const [letters] = other;
    const next = letters[(letters.indexOf(key[at]!) + 1) % letters.length]!;
    return key.slice(0, at) + next + key.slice(at + 1);
  }
  return undefined;
}

/** Circles of characters that may stand for each other. */
const OTHER = [
  ['0123456789'],
  ['abcdef'],
  ['ABCDEF'],
  ['ghijklmnopqrstuvwxyz'],
  ['GHIJKLMNOPQRSTUVWXYZ'],
] as const;
