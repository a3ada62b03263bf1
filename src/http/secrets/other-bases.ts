/*
 * Ways of writing bytes as text that are rarer than Base64. Of each the part that the bytes alone decide, at each of the
 * places where they may begin within a longer text.
 */

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SMALL = CAPITALS.toLowerCase();
const DIGITS = '0123456789';

/** Row of ASCII characters: `row(33, 85)` are the digits of Ascii85. */
const row = (from: number, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, i) => from + i));

/** Alphabets of 64 characters beside the usual ones: of crypt, xxencode, uuencode (with both its blanks), BinHex, bcrypt and ordered ids. */
const ALPHABETS_64 = [
  `./${DIGITS}${CAPITALS}${SMALL}`,
  `+-${DIGITS}${CAPITALS}${SMALL}`,
  row(32, 64),
  `\`${row(33, 63)}`,
  '!"#$%&\'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr',
  `./${CAPITALS}${SMALL}${DIGITS}`,
  `-${DIGITS}${CAPITALS}_${SMALL}`,
];

/** Alphabets of 32 characters: of RFC 4648 both, of Crockford, z-base-32, Bech32, places on a map, and Nix. */
export const ALPHABETS_32 = [
  `${CAPITALS}234567`,
  `${DIGITS}${CAPITALS.slice(0, 22)}`,
  `${DIGITS}ABCDEFGHJKMNPQRSTVWXYZ`,
  'ybndrfg8ejkmcpqxot1uwisza345h769',
  'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  '0123456789bcdefghjkmnpqrstuvwxyz',
  '0123456789abcdfghijklmnpqrsvwxyz',
];

/** Alphabets of 85 characters: Ascii85, that of Git and Python, and that of ZeroMQ. */
export const ALPHABETS_85 = [
  row(33, 85),
  `${DIGITS}${CAPITALS}${SMALL}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${DIGITS}${SMALL}${CAPITALS}.-:+=^!/*?&<>()[]{}@%$#`,
];

/** Alphabets of large numbers: decimal, octal, Base36, both of Base62, and Base58 as Bitcoin, Flickr and Ripple have it. */
export const ALPHABETS_OF_NUMBERS = [
  DIGITS,
  '01234567',
  `${DIGITS}${SMALL}`,
  `${DIGITS}${CAPITALS}${SMALL}`,
  `${DIGITS}${SMALL}${CAPITALS}`,
  '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
  'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
];

const BASE58 = ALPHABETS_OF_NUMBERS[5]!;
const ALPHABET_45 = `${DIGITS}${CAPITALS} $%*+-./:`;

/** Base64 in the rarer alphabets, begun at each of the three places within a group. */
export function base64Parts(bytes: Uint8Array): string[] {
  return ALPHABETS_64.flatMap((digits) => parts(bytes, digits, 6, 3));
}

/** Base32 in the first so many of its alphabets, begun at each of the five places within a group. */
export function base32Parts(bytes: Uint8Array, alphabets = ALPHABETS_32.length): string[] {
  return ALPHABETS_32.slice(0, alphabets).flatMap((digits) => parts(bytes, digits, 5, 5));
}

/** Hexadecimal in letters alone. */
export const base16Parts = (bytes: Uint8Array): string[] => parts(bytes, SMALL.slice(0, 16), 4, 1);

/** So many bits a digit, begun at each of so many places within a group. */
function parts(bytes: Uint8Array, digits: string, width: number, places: number): string[] {
  return Array.from({ length: places }, (_, before) => {
    const bits = '0'.repeat(before * 8) + binary(bytes);
    const first = Math.ceil((before * 8) / width);
    const whole = bits.slice(first * width, Math.floor(bits.length / width) * width);
    const groups = whole.match(new RegExp(`.{${width}}`, 'g')) ?? [];
    return groups.map((group) => digits[Number.parseInt(group, 2)]!).join('');
  });
}

/** Five digits for each four bytes, begun at each of the four places within a group; only whole groups. */
export function base85Parts(bytes: Uint8Array, alphabets = ALPHABETS_85.length): string[] {
  return ALPHABETS_85.slice(0, alphabets).flatMap((digits) =>
    [0, 1, 2, 3].map((from) => base85(bytes, digits, from)),
  );
}

function base85(bytes: Uint8Array, digits: string, from: number): string {
  let text = '';
  for (let at = from; at + 4 <= bytes.length; at += 4) {
    let number = bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    let group = '';
    for (let i = 0; i < 5; i++, number = Math.floor(number / 85)) group = digits[number % 85]! + group;
    text += group;
  }
  return text;
}

/** Base45: three digits for each two bytes, the lowest first, begun at both places within a group. */
export function base45Parts(bytes: Uint8Array): string[] {
  return [0, 1].map((from) => {
    let text = '';
    for (let at = from; at + 2 <= bytes.length; at += 2) {
      const number = bytes[at]! * 256 + bytes[at + 1]!;
      text += [1, 45, 2025].map((power) => ALPHABET_45[Math.floor(number / power) % 45]!).join('');
    }
    return text;
  });
}

/** All bytes as one large number, so that only the whole text can be known by it. */
export function largeNumbers(bytes: Uint8Array): string[] {
  return ALPHABETS_OF_NUMBERS.map((digits) => largeNumber(bytes, digits));
}

/**
 * Base58 of Base64 and of hexadecimal: where letters stand right beside a number nobody sees where it ends, and it has to be known
 * as it is.
 */
export function encodedNumbers(bytes: Buffer): string[] {
  const texts = new Set([bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]);
  return [...texts].map((text) => largeNumber(Buffer.from(text), BASE58));
}

function largeNumber(bytes: Uint8Array, digits: string): string {
  const base = BigInt(digits.length);
  let text = '';
  for (let number = BigInt(`0b0${binary(bytes)}`); number > 0n; number /= base)
    text = digits[Number(number % base)]! + text;
  return text;
}

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
}
