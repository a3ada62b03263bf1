import type { Encoding } from './encodings.ts';

export const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const SMALL = CAPITALS.toLowerCase();
export const DIGITS = '0123456789';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
export const groups = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
export const bits = (text: string) =>
  [...bytesOf(text)].map((code) => code.toString(2).padStart(8, '0')).join('');

/** So many bits a digit. */
export const inDigits =
  (digits: string, width: number): Encoding =>
  (text) =>
    groups(bits(text), width)
      .map((group) => digits[Number.parseInt(group.padEnd(width, '0'), 2)]!)
      .join('');

/** All of it as one number. */
export const asNumber =
  (digits: string): Encoding =>
  (text) => {
    let told = '';
    const base = BigInt(digits.length);
    for (let number = BigInt(`0b0${bits(text)}`); number > 0n; number /= base)
      told = digits[Number(number % base)]! + told;
    return told;
  };

export const row = (first: number, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, i) => first + i));

/** Five digits for each four bytes. */
export const inFives =
  (digits: string): Encoding =>
  (text) =>
    groups(text.padEnd(Math.ceil(text.length / 4) * 4, '\0'), 4)
      .map((four) => {
        const number = bytesOf(four).readUInt32BE(0);
        return [4, 3, 2, 1, 0].map((power) => digits[Math.floor(number / 85 ** power) % 85]!).join('');
      })
      .join('');

/** Ways of writing bytes as text that may lie over each other, in any order. */
export const BASES = {
  Base64: (t) => bytesOf(t).toString('base64'),
  'Base64 for URLs': (t) => bytesOf(t).toString('base64url'),
  hex: (t) => bytesOf(t).toString('hex'),
  Base32: inDigits(`${CAPITALS}234567`, 5),
  'Base32 in small letters': inDigits(`${SMALL}234567`, 5),
  Base58: asNumber('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
  Base62: asNumber(DIGITS + CAPITALS + SMALL),
  Ascii85: inFives(row(33, 85)),
  'Base85 of Git': inFives(`${DIGITS}${CAPITALS}${SMALL}!#$%&()*+-;<=>?@^_\`{|}~`),
  'Base85 of ZeroMQ': inFives(`${DIGITS}${SMALL}${CAPITALS}.-:+=^!/*?&<>()[]{}@%$#`),
} satisfies Record<string, Encoding>;
