import { gzipSync } from 'node:zlib';

/** A way of writing a text down, as ordinary software does. */
export type Encoding = (text: string) => string;

const each = (text: string, write: (code: number) => string) =>
  [...Buffer.from(text)].map((code) => write(code)).join('');
const special = (text: string, write: (code: number) => string) =>
  text.replace(/[^A-Za-z0-9]/g, (character) => write(character.charCodeAt(0)));
const hex = (code: number) => code.toString(16).padStart(2, '0');
const hexOf = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const mixed = (text: string) => text.replace(/./g, (c, i) => (i % 3 === 0 ? c.toUpperCase() : c));
const wrapped = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}(?!$)`, 'g'), `$&${end}`);
const NAMES: Record<string, string> = { '+': 'plus', '/': 'sol', '-': 'hyphen', _: 'lowbar', '=': 'equals' };
const percent: Encoding = (text) => special(text, (c) => `%${hex(c).toUpperCase()}`);

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const groups = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return groups(bits, 5)
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]!)
    .join('');
}

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
function base85(text: string): string {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const group = (at: number) => {
    const number = padded.readUInt32BE(at);
    return [4, 3, 2, 1, 0].map((power) => BASE85[Math.floor(number / 85 ** power) % 85]!).join('');
  };
  return Array.from({ length: padded.length / 4 }, (_, i) => group(4 * i)).join('');
}

/** Everyday encodings by name; those whose names begin with `apart` put something between the characters of a text; compositions of them are made of these. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  plain: (t) => t,
  'other case': (t) => t.toUpperCase(),
  'JSON escapes': (t) => each(t, (c) => `\\u00${hex(c)}`),
  'JSON escapes in capitals': (t) => each(t, (c) => `\\u00${hex(c).toUpperCase()}`),
  'JSON escapes of signs': (t) => special(t, (c) => `\\u00${hex(c).toUpperCase()}`),
  'JSON escapes of one letter in two': (t) =>
    t.replace(/..?/g, (two) => `\\u00${hex(two.charCodeAt(0))}${two.slice(1)}`),
  'escaped slashes': (t) => t.replaceAll('/', '\\/').replaceAll('-', '\\u002d'),
  'escapes of C': (t) => each(t, (c) => `\\x${hex(c)}`),
  'HTML names': (t) =>
    t.replace(/[^A-Za-z0-9]/g, (c) => (NAMES[c] ? `&${NAMES[c]};` : `&#${c.charCodeAt(0)};`)),
  'HTML decimal': (t) => each(t, (c) => `&#${c};`),
  'HTML hexadecimal': (t) => each(t, (c) => `&#x${hex(c).toUpperCase()};`),
  'HTML with zeros': (t) => each(t, (c) => `&#x0000${hex(c)};`),
  'HTML twice': (t) => each(t, (c) => `&amp;#${c};`),
  percent,
  'percent in small letters': (t) => special(t, (c) => `%${hex(c)}`),
  'percent of all': (t) => each(t, (c) => `%${hex(c)}`),
  'percent in mixed case': (t) => mixed(each(t, (c) => `%${hex(c)}`)),
  'percent twice': (t) => percent(percent(t)),
  'percent three times': (t) => percent(percent(percent(t))),
  'quoted-printable': (t) => each(t, (c) => `=${hex(c).toUpperCase()}`),
  hex: hexOf,
  'hex in mixed case': (t) => mixed(hexOf(t)),
  'hex with colons': (t) => wrapped(hexOf(t).toUpperCase(), 2, ':'),
  'hex with blanks': (t) => wrapped(hexOf(t), 2, ' '),
  'hex with hyphens': (t) => wrapped(hexOf(t).toUpperCase(), 2, '-'),
  'hex of C': (t) => each(t, (c) => `0x${hex(c)}, `),
  'numbers of bytes': (t) => [...Buffer.from(t)].join(', '),
  Base64: base64,
  'Base64 for URLs': (t) => Buffer.from(t).toString('base64url'),
  'Base64 after one byte': (t) => base64(`:${t}`),
  'Base64 after two bytes': (t) => base64(`u:${t}@host`),
  'Base64 inside a text': (t) => base64(`{"password":"${t}","more":true}`),
  'Base64 wrapped': (t) => wrapped(base64(`user and password ${t} and a long text after it`), 64, '\n'),
  'Base64 twice': (t) => base64(base64(t)),
  'Base64 three times': (t) => base64(base64(`a${base64(t)}`)),
  'Base64 of hex': (t) => base64(hexOf(t)),
  'Base64 of JSON escapes': (t) => base64(each(t, (c) => `\\u00${hex(c)}`)),
  'Base64 of gzip': (t) => gzipSync(`{"key":"${t}"}`).toString('base64'),
  'hex of Base64': (t) => hexOf(base64(t)),
  'hex twice': (t) => hexOf(hexOf(t)),
  'percent of Base64': (t) => encodeURIComponent(base64(t)),
  'HTML of percent': (t) => each(percent(t), (c) => `&#x${hex(c)};`),
  'JSON escapes of HTML': (t) =>
    special(
      each(t, (c) => `&#${c};`),
      (c) => `\\u00${hex(c)}`,
    ),
  reversed: (t) => [...t].reverse().join(''),
  'a letter at a time': (t) => [...t].join(' '),
  'percent with u': (t) => each(t, (c) => `%u00${hex(c)}`),
  'HTML decimal, unclosed': (t) => each(t, (c) => `&#${c}`),
  'HTML twice, unclosed': (t) => each(t, (c) => `&amp#${c};`),
  'escapes of C with eight digits': (t) => each(t, (c) => `\\U000000${hex(c)}`),
  'escapes of C with braces': (t) => each(t, (c) => `\\x{${hex(c)}}`),
  'escapes of C for styles': (t) => each(t, (c) => `\\0000${hex(c)}`),
  'escapes of C for directories': (t) => special(t, (c) => `\\${hex(c)}`),
  'quoted-printable in small letters': (t) => each(t, (c) => `=${hex(c)}`),
  'Base32 with signs before': (t) => `user:${base32(`u:${t}`)}`,
  'Base85 with signs before': (t) => base85(`u:${t}`),
  'Base64 of UTF-16, with its own': (t) => utf16(t).toString('base64'),
  'hex of UTF-16, with its own': (t) => utf16(t).toString('hex'),
  'apart in fours': (t) => groups(t, 4).join('-'),
  'apart by points': (t) => [...t].join('.'),
  'apart as the name of a file': (t) => t.replace(/[^A-Za-z0-9]/g, '_'),
  'apart in a program': (t) => groups(t, 6).join("' + '"),
  'apart on a page': (t) => groups(t, 4).join('<wbr>'),
  'apart in elements': (t) => groups(t, 3).join('</b><b>'),
  'apart by soft hyphens': (t) => groups(t, 4).join('&shy;'),
  'apart by blanks of no width': (t) => groups(t, 4).join('\\u200b'),
  'apart by colours': (t) => groups(t, 6).join('\\u001b[31m'),
};
