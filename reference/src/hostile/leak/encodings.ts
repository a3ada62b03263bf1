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
const NAMES: Record<string, string> = { '+': 'plus', '/': 'sol', '-': 'hyphen', _: 'lowbar', '=': 'equals' };

/** Encodings that can lie within each other, by name. */
const COMPOSABLE: Readonly<Record<string, Encoding>> = {
  'JSON escapes': (t) => each(t, (c) => `\\u00${hex(c)}`),
  'JSON escapes in capitals': (t) => each(t, (c) => `\\u00${hex(c).toUpperCase()}`),
  'escaped slashes': (t) => t.replaceAll('/', '\\/'),
  'HTML decimal': (t) => each(t, (c) => `&#${c};`),
  'HTML hexadecimal': (t) => each(t, (c) => `&#x${hex(c).toUpperCase()};`),
  'HTML decimal of signs': (t) => special(t, (c) => `&#${c};`),
  percent: encodeURIComponent,
  'percent of all': (t) => each(t, (c) => `%${hex(c)}`),
  hex: hexOf,
  'hex in capitals': (t) => hexOf(t).toUpperCase(),
  Base64: base64,
  'Base64 for URLs': (t) => Buffer.from(t).toString('base64url'),
  'Base64 after one byte': (t) => base64(`:${t}`),
  'Base64 after two bytes': (t) => base64(`u:${t}@host`),
  reversed: (t) => [...t].reverse().join(''),
};

/** Encodings of one layer, by name. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  plain: (t) => t,
  capitals: (t) => t.toUpperCase(),
  'small letters': (t) => t.toLowerCase(),
  ...COMPOSABLE,
  'JSON escapes of signs': (t) => special(t, (c) => `\\u00${hex(c).toUpperCase()}`),
  'JSON escapes of one letter in two': (t) =>
    t.replace(/..?/g, (two) => `\\u00${hex(two.charCodeAt(0))}${two.slice(1)}`),
  'HTML names': (t) =>
    t.replace(/[^A-Za-z0-9]/g, (c) => (NAMES[c] ? `&${NAMES[c]};` : `&#${c.charCodeAt(0)};`)),
  'HTML with zeros': (t) => each(t, (c) => `&#x0000${hex(c)};`),
  'HTML, unclosed': (t) => each(t, (c) => `&#${c}`),
  'percent of signs in small letters': (t) => special(t, (c) => `%${hex(c)}`),
  'percent in mixed case': (t) => mixed(each(t, (c) => `%${hex(c)}`)),
  'hex in mixed case': (t) => mixed(hexOf(t)),
  'Base64 inside a text': (t) => base64(`{"password":"${t}","more":true}`),
};

/** Each of these encodings within each other; backwards, an escape is none. */
export const NESTED: Readonly<Record<string, Encoding>> = Object.fromEntries(
  Object.entries(COMPOSABLE)
    .flatMap(([outer, encode]) =>
      Object.entries({ capitals: ENCODINGS.capitals!, ...COMPOSABLE }).map(
        ([inner, within]) => [`${outer} of ${inner}`, (text: string) => encode(within(text))] as const,
      ),
    )
    .filter(([name]) => !/^reversed of (?:JSON|escaped|HTML|percent)/.test(name)),
);
