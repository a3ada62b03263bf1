import { brotliCompressSync, deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import { asNumber, BASES, bits, CAPITALS, DIGITS, groups, inDigits, inFives, row, SMALL } from './bases.ts';
import type { Encoding } from './encodings.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const codes = (text: string, write: (code: number) => string, between = '') =>
  [...bytesOf(text)].map((code) => write(code)).join(between);
const letters = (text: string, change: (code: number) => number) =>
  codes(text, (code) => String.fromCodePoint(change(code)));
const hex = (code: number) => code.toString(16).padStart(2, '0');
const octal = (code: number) => code.toString(8).padStart(3, '0');
const base64 = (text: string) => bytesOf(text).toString('base64');
const backwards = (text: string) => [...text].reverse().join('');
const base45: Encoding = (text) =>
  groups(text, 2)
    .filter((two) => two.length === 2)
    .map((two) => {
      const number = bytesOf(two).readUInt16BE(0);
      return [1, 45, 2025].map((p) => `${DIGITS}${CAPITALS} $%*+-./:`[Math.floor(number / p) % 45]!).join('');
    })
    .join('');

/** Letters and digits as they stand in another block of Unicode; all else as it is. */
const moved =
  (capital: number, small: number, digit: number): Encoding =>
  (text) =>
    letters(text, (c) => {
      if (c >= 0x41 && c <= 0x5a) return capital + c - 0x41;
      if (c >= 0x61 && c <= 0x7a) return small + c - 0x61;
      return c >= 0x30 && c <= 0x39 ? digit + c - 0x30 : c;
    });

const turned = (c: number, first: number, count: number) => first + ((c - first + count / 2) % count);
const rot13: Encoding = (text) =>
  letters(text, (c) =>
    c >= 0x41 && c <= 0x5a ? turned(c, 0x41, 26) : c >= 0x61 && c <= 0x7a ? turned(c, 0x61, 26) : c,
  );
const even = (text: string) => (text.length % 2 === 0 ? text : `${text} `);

const { Base32: BASE32, Base58: BASE58, Ascii85: ASCII85 } = BASES;
const hexOf = (text: string) => bytesOf(text).toString('hex');

/** Rarer ways of writing a text down: other alphabets, numbers in programs, look-alikes, and packed as well as encoded. */
export const RARER_ENCODINGS: Readonly<Record<string, Encoding>> = {
  'the alphabet turned by half': rot13,
  'the alphabet and digits turned by half': (t) =>
    rot13(t).replace(/\d/g, (d) => String((Number(d) + 5) % 10)),
  'all of ASCII turned by half': (t) => letters(t, (c) => (c > 0x20 && c < 0x7f ? turned(c, 0x21, 94) : c)),
  'the alphabet backwards': (t) =>
    letters(t, (c) => (c >= 0x41 && c <= 0x5a ? 155 - c : c >= 0x61 && c <= 0x7a ? 219 - c : c)),
  'turned and reversed': (t) => backwards(rot13(t)),
  'Base64 reversed': (t) => backwards(base64(t)),
  'Base64 turned by half': (t) => rot13(base64(t)),
  'Base64 of the turned': (t) => base64(rot13(t)),
  'Base64 of the reversed': (t) => base64(backwards(t)),
  'Base64 of crypt': inDigits(`./${DIGITS}${CAPITALS}${SMALL}`, 6),
  xxencode: inDigits(`+-${DIGITS}${CAPITALS}${SMALL}`, 6),
  uuencode: inDigits(`\`${row(33, 63)}`, 6),
  BinHex: inDigits('!"#$%&\'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr', 6),
  'Base32 of RFC 4648 with hexadecimal first': inDigits(DIGITS + CAPITALS, 5),
  'Base32 of Crockford': inDigits(`${DIGITS}ABCDEFGHJKMNPQRSTVWXYZ`, 5),
  'z-base-32': inDigits('ybndrfg8ejkmcpqxot1uwisza345h769', 5),
  'hex in letters': inDigits(SMALL, 4),
  Ascii85: ASCII85,
  'Base85 of ZeroMQ': inFives(`${DIGITS}${SMALL}${CAPITALS}.-:+=^!/*?&<>()[]{}@%$#`),
  Base45: base45,
  'one number': asNumber(DIGITS),
  Base36: asNumber(DIGITS + SMALL),
  Base62: asNumber(DIGITS + CAPITALS + SMALL),
  'Base62 with small letters first': asNumber(DIGITS + SMALL + CAPITALS),
  'hex reversed': (t) => backwards(bytesOf(t).toString('hex')),
  'hex as code points': (t) => codes(t, (c) => `U+00${hex(c).toUpperCase()}`, ' '),
  'hex as names of XML': (t) => codes(t, (c) => `_x00${hex(c)}_`),
  'hex of assemblers': (t) => codes(t, (c) => `${hex(c)}h`, ' '),
  'hex of UTF-32': (t) => codes(t, (c) => `000000${hex(c)}`),
  'CHR of SQL': (t) => codes(t, (c) => `CHR(${c})`, '||'),
  'chr of PHP': (t) => codes(t, (c) => `chr(${c})`, '.'),
  'fromCharCode of JavaScript': (t) => codes(t, (c) => `String.fromCharCode(${c})`, '+'),
  'numbers with three digits': (t) => codes(t, (c) => String(c).padStart(3, '0'), '.'),
  'numbers with a point': (t) => codes(t, (c) => `${c}.0`, ', '),
  'numbers with hyphens': (t) => codes(t, String, '-'),
  octal: (t) => codes(t, octal, ' '),
  'octal in a row': (t) => codes(t, octal),
  'octal of C': (t) => codes(t, (c) => `0${c.toString(8)}`, ', '),
  'octal of Python': (t) => codes(t, (c) => `0o${c.toString(8)}`, ', '),
  'octal dump': (t) =>
    groups(t, 16)
      .map((line, i) => `${octal(i * 16).padStart(7, '0')} ${codes(line, octal, ' ')}`)
      .join('\n'),
  binary: (t) => codes(t, (c) => c.toString(2).padStart(8, '0'), ' '),
  'binary in a row': bits,
  'binary of seven digits': (t) => codes(t, (c) => c.toString(2).padStart(7, '0'), ' '),
  'full-width letters': (t) => letters(t, (c) => c + 0xfee0),
  'full-width letters escaped': (t) => codes(t, (c) => `\\uff${hex(c - 0x20)}`),
  'full-width letters in percent': (t) => encodeURIComponent(letters(t, (c) => c + 0xfee0)),
  'bold letters': moved(0x1d400, 0x1d41a, 0x1d7ce),
  'letters of a typewriter': moved(0x1d670, 0x1d68a, 0x1d7f6),
  'letters in circles': moved(0x24b6, 0x24d0, 0x30),
  tags: (t) => letters(t, (c) => c + 0xe0000),
  'variation selectors': (t) => letters(t, (c) => c + 0xe00f0),
  'signs of a font': (t) => letters(t, (c) => c + 0xf000),
  'struck through': (t) => [...t].join('\u0336'),
  'taken for UTF-16': (t) => bytesOf(even(t)).toString('utf16le'),
  'taken for UTF-16, the high byte first': (t) => bytesOf(even(t)).swap16().toString('utf16le'),
  'Base32 of Base64': (t) => BASE32(base64(t)),
  'Base32 of hex': (t) => BASE32(hexOf(t)),
  'Base58 of Base64': (t) => BASE58(base64(t)),
  'Base58 of hex': (t) => BASE58(hexOf(t)),
  'Ascii85 of Base64': (t) => ASCII85(base64(t)),
  'Ascii85 of hex': (t) => ASCII85(hexOf(t)),
  'Base64 of Base32': (t) => base64(BASE32(t)),
  'hex of Base58': (t) => hexOf(BASE58(t)),
  'Base64 of Ascii85': (t) => base64(ASCII85(t)),
  'UTF-7, a letter at a time': (t) =>
    codes(t, (c) => `+${Buffer.from([0, c]).toString('base64').slice(0, 3)}-`),
  'UTF-7 of mailboxes, a letter at a time': (t) =>
    codes(t, (c) => `&${Buffer.from([0, c]).toString('base64').slice(0, 3)}-`),
  'hex with its digits swapped': (t) => hexOf(t).replace(/(.)(.)/g, '$2$1'),
  'hex as addresses on pages are shielded': (t) => `5a${codes(t, (c) => hex(c ^ 0x5a))}`,
  'Base32 in groups': (t) => groups(BASE32(t), 4).join('-'),
  'Base32 of Base64 in groups': (t) => groups(BASE32(base64(t)), 4).join(' '),
  // What follows it right away would be a part of the number.
  'Base58 with a version and a check': (t) => `${BASE58(`\u0080${t}\u00fa\u0001\u00c8\u0007`)} `,
  'UTF-8 twice': (t) => Buffer.from(letters(t, (c) => c + 0xfee0)).toString('latin1'),
};

/** Texts that are packed, with nothing that says so, and written in letters then: none of it tells of a part of the text. */
export const PACKED_ENCODINGS: Readonly<Record<string, Encoding>> = {
  'Base64 of zlib': (t) => deflateSync(t).toString('base64'),
  'Base64 of zlib with a small window': (t) => deflateSync(t, { windowBits: 9 }).toString('base64'),
  'Base64 of raw deflate': (t) => deflateRawSync(t).toString('base64'),
  'percent of Base64 of raw deflate': (t) =>
    encodeURIComponent(deflateRawSync(`<Request key="${t}" more="more of the request"/>`).toString('base64')),
  'hex of raw deflate': (t) => deflateRawSync(t).toString('hex'),
  'Base64 of Brotli': (t) => brotliCompressSync(t).toString('base64'),
  'Base64 of CBOR': (t) => base64(`\u00a2\u0063key\u0078${row(t.length, 1)}${t}\u0062id\u0019\u0001\u0002`),
  'Base64 of MessagePack': (t) =>
    base64(`\u0082\u00a3key\u00d9${row(t.length, 1)}${t}\u00a2id\u00cd\u0001\u0002`),
  'hex of BSON': (t) =>
    hexOf(`${row(t.length + 15, 1)}\0\0\0\u0002key\0${row(t.length + 1, 1)}\0\0\0${t}\0\0`),
  'Base64 of Zstandard': (t) => zstdCompressSync(t).toString('base64'),
};
