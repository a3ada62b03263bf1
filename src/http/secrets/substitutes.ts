/*
 * Ways of writing a text down letter by letter: others in the place of its own, or a number for each.
 */

type Swap = (code: number) => number;

const isBetween = (code: number, first: string, last: string) =>
  code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
const turned = (code: number, first: number, count: number) =>
  first + ((code - first + (count >> 1)) % count);
const rot13: Swap = (code) =>
  isBetween(code, 'A', 'Z') ? turned(code, 65, 26) : isBetween(code, 'a', 'z') ? turned(code, 97, 26) : code;
const rot18: Swap = (code) => (isBetween(code, '0', '9') ? turned(code, 48, 10) : rot13(code));
const rot47: Swap = (code) => (isBetween(code, '!', '~') ? turned(code, 33, 94) : code);
const atbash: Swap = (code) =>
  isBetween(code, 'A', 'Z') ? 155 - code : isBetween(code, 'a', 'z') ? 219 - code : code;

const swapped = (text: string, swap: Swap) =>
  String.fromCharCode(...Array.from(text, (letter) => swap(letter.charCodeAt(0))));

/** The alphabet, the digits too, or all of ASCII turned by half, and the alphabet backwards. */
export function rotations(text: string): string[] {
  return [rot13, rot18, rot47, atbash].map((swap) => swapped(text, swap));
}

/** The alphabet turned by each other number of letters, and all of ASCII moved by one. */
export function turns(text: string): string[] {
  const swaps: Swap[] = Array.from({ length: 25 }, (_, i) => (code) => shifted(code, i + 1));
  swaps.push(
    (code) => code + 1,
    (code) => code - 1,
  );
  return swaps.map((swap) => swapped(text, swap));
}

function shifted(code: number, by: number): number {
  const first = isBetween(code, 'A', 'Z') ? 65 : isBetween(code, 'a', 'z') ? 97 : undefined;
  return first === undefined ? code : first + ((code - first + by) % 26);
}

/** Bytes in words of two, four or eight: as many of them as are whole from each place within one on. */
function wordsOf(bytes: Uint8Array, size: number): Buffer[][] {
  return Array.from({ length: size }, (_, from) =>
    Array.from({ length: Math.floor((bytes.length - from) / size) }, (_, i) =>
      Buffer.from(bytes.subarray(from + i * size, from + (i + 1) * size)),
    ),
  ).filter((words) => words.length > 1);
}
const WORDS = [2, 4, 8];

/** The text with the bytes of each word in the other order, as dumps of memory have it. */
export function swappedWords(bytes: Uint8Array): Buffer[] {
  return WORDS.flatMap((size) =>
    wordsOf(bytes, size).map((words) => Buffer.concat(words.map((word) => word.reverse()))),
  );
}

/** The numbers of words of so many bytes, of either order. */
export function numbersOfWords(bytes: Uint8Array, size: number): string[][] {
  const number = (word: Buffer) => String(BigInt(`0x${word.toString('hex')}`));
  return wordsOf(bytes, size).flatMap((words) => [
    words.map(number),
    words.map((word) => number(Buffer.from(word).reverse())),
  ]);
}

/** The alphabet turned by half. */
export const rotated = (text: string): string => swapped(text, rot13);

/** The numbers of bytes as programs write them, digits alone: `115`, `163`, `01110011` and the like. */
export function numbersOf(bytes: Uint8Array): readonly (readonly [name: string, numbers: string[]])[] {
  const all = (write: (code: number) => string) => Array.from(bytes, write);
  return [
    ['decimal', all(String)],
    ['decimal', all((code) => String(code).padStart(3, '0'))],
    ['decimal', all((code) => `${code}0`)],
    ['octal', all((code) => code.toString(8))],
    ['octal', all((code) => code.toString(8).padStart(3, '0'))],
    ['octal', all((code) => `0${code.toString(8)}`)],
    ['octal', all((code) => `0${code.toString(8).padStart(3, '0')}`)],
    ['binary', all((code) => code.toString(2).padStart(8, '0'))],
    ['binary', all((code) => code.toString(2).padStart(7, '0'))],
    ['binary', all((code) => code.toString(2))],
    ['binary', all((code) => `0${code.toString(2)}`)],
  ];
}

/** The text in the characters that it becomes when its bytes are taken for UTF-16, of either order and at either place. */
export function takenForUtf16(bytes: Uint8Array): string[] {
  return [0, 1].flatMap((from) => {
    const even = Buffer.from(bytes.subarray(from, from + ((bytes.length - from) & ~1)));
    return [even.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le')];
  });
}

/** Each character by itself in UTF-7: `+AHM-` for an `s`, or `&AHM-` as the names of mailboxes have it. */
export function lettersInUtf7(bytes: Buffer, sign: '+' | '&'): string {
  const letters = Array.from(bytes, (byte) => Buffer.from([0, byte]).toString('base64').slice(0, 3));
  return letters.map((letter) => `${sign}${letter}-`).join('');
}
