import type { Encoding } from './encodings.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const hex = (code: number) => code.toString(16).padStart(2, '0');
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
const groups = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
/** So many letters in each piece, each written down by itself. */
const apart =
  (size: number, write: (piece: string, i: number) => string, between = ' '): Encoding =>
  (text) =>
    groups(text, size).map(write).join(between);
const codes = (write: (code: number) => string, between = ''): Encoding =>
  apart(1, (letter) => write(letter.charCodeAt(0)), between);

/** In words of so many bytes, each the other way round. */
const swapped = (text: string, size: number) =>
  groups(text.padEnd(Math.ceil(text.length / size) * size, '\0'), size)
    .map((word) => [...word].reverse().join(''))
    .join('');
const words =
  (size: number): Encoding =>
  (text) =>
    groups(swapped(text, size), size)
      .map((word) => BigInt(`0x${bytesOf(word).toString('hex')}`))
      .join(', ');
const turned =
  (by: number): Encoding =>
  (text) =>
    text.replace(/[A-Za-z]/g, (letter) => {
      const first = letter < 'a' ? 65 : 97;
      return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26));
    });
const moved =
  (by: number): Encoding =>
  (text) =>
    String.fromCodePoint(...Array.from(bytesOf(text), (code) => code + by));

/**
 * A text in pieces, each in a frame of its own that is like the others: as lists, programs, dumps and mail headers have it. Also
 * words of memory, and letters that were all moved by as much.
 */
export const FRAMED_ENCODINGS: Readonly<Record<string, Encoding>> = {
  'words of a mail header': apart(6, (p) => `=?utf-8?B?${base64(p)}?=`),
  'words of a mail header in UTF-16': apart(
    10,
    (p) => `=?utf-16be?B?${base64(Buffer.from(p, 'utf16le').swap16())}?=`,
  ),
  'quoted words of a mail header': apart(
    6,
    (p) => `=?utf-8?Q?${p.replace(/[+/]/g, (c) => `=${hex(c.charCodeAt(0)).toUpperCase()}`)}?=`,
  ),
  'Base64 of pieces': apart(4, (p) => base64(p)),
  'Base64 of pieces in a row': apart(5, (p) => base64(p), ''),
  'Base64 of letters': apart(1, (p) => base64(p), ','),
  'numbered lines': apart(1, (p, i) => `${i}: ${p}`, '\n'),
  'numbered lines of Base64': (t) => apart(8, (p, i) => `${i + 1}: ${p}`, '\n')(base64(t)),
  'a counted list': apart(3, (p, i) => `${i + 1}) ${p}`),
  'an array of PHP': (t) => `Array\n(\n${apart(1, (p, i) => `    [${i}] => ${p}`, '\n')(t)}\n)`,
  'a dump of PHP': apart(1, (p, i) => `  [${i}]=>\n  string(1) "${p}"`, '\n'),
  'parameters of one name': apart(1, (p) => `k[]=${encodeURIComponent(p)}`, '&'),
  'numbered parameters': apart(5, (p, i) => `k${i}=${encodeURIComponent(p)}`, '&'),
  'attributes of XML': apart(1, (p) => `<c v="${p}"/>`, ''),
  'lines of a log': apart(4, (p) => `part=${p}`),
  'words between': apart(1, (p) => p, ' then '),
  'a sentence a letter': apart(1, (p, i) => `character ${i + 1} is ${p}`, ', '),
  'calls that append': (t) => `new StringBuilder()${apart(5, (p) => `.append("${p}")`, '')(t)}`,
  'chr of hexadecimal': codes((c) => `chr(0x${hex(c)})`, '.'),
  'Chr of Basic': codes((c) => `Chr(&H${hex(c)})`, ' & '),
  'char of PowerShell': codes((c) => `[char]0x${hex(c)}`, '+'),
  'numbers of Ada': codes((c) => `16#${hex(c)}#`, ','),
  'characters of TeX': codes((c) => `\\char"${hex(c).toUpperCase()}`),
  'escapes of Java': codes((c) => `\\uuu00${hex(c)}`),
  'escapes of SQL': codes((c) => `\\+0000${hex(c)}`),
  'UTF-8 longer than it may be': codes((c) => `%${hex(0xc0 | (c >> 6))}%${hex(0x80 | (c & 63))}`),
  'words of two bytes': words(2),
  'words of four bytes': words(4),
  'words of eight bytes': words(8),
  'hex of words of two bytes': (t) => groups(bytesOf(swapped(t, 2)).toString('hex'), 4).join(' '),
  'bytes swapped in fours': (t) => swapped(t, 4),
  'decimal of Base64': (t) => codes(String, ',')(base64(t)),
  'the alphabet turned by one': turned(1),
  'the alphabet turned by three': turned(3),
  'the highest bit set': moved(0x80),
  'patterns of Braille': moved(0x2800),
  'letters of another block': moved(0x4e00),
};
