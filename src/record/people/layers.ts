import { isUtf8 } from 'node:buffer';
import { type Layer, through, unitsOf } from './units.ts';
import { UNSEEN, unseen } from './unseen.ts';

const likeHex = (hex: string, like: string) => (/[A-F]/.test(like) ? hex.toUpperCase() : hex);
const hexOf = (n: number, width: number, like: string) => likeHex(n.toString(16).padStart(width, '0'), like);

/** Escapes of JSON and of programs: `\u0040`, `%u0040`, `\x40`, `\U00000040`, `\100`, `\"`. */
const BACKSLASH =
  /\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|[\\%]u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\U0000[0-9A-Fa-f]{4}|\\[01][0-7]{2}|\\["\\/bfnrt']/g;
const SIGNS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const backslashes: Layer = (written, inner) => {
  const read = (match: string) => {
    const kind = match[1]!;
    if (kind === 'U') return String.fromCharCode(Number.parseInt(match.slice(2), 16));
    if (kind <= '1' && kind >= '0') return String.fromCharCode(Number.parseInt(match.slice(1), 8));
    if (kind === 'x') return String.fromCharCode(Number.parseInt(match.slice(2), 16));
    if (kind !== 'u') return SIGNS[kind] ?? kind;
    const codes = match
      .split(/[\\%]u/)
      .slice(1)
      .map((hex) => Number.parseInt(hex, 16));
    return String.fromCharCode(...codes);
  };
  return through(unitsOf(written, BACKSLASH, read), written, inner, (character, { written: like }) => {
    const code = character.charCodeAt(0);
    if (like[1] === 'U') return `\\U${hexOf(code, 8, like)}`;
    if (like[1]! <= '1') return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : like;
    if (like[1] === 'x') return `\\x${hexOf(character.charCodeAt(0), 2, like)}`;
    return Array.from(character.split(''), (c) => `${like[0]}u${hexOf(c.charCodeAt(0), 4, like)}`).join('');
  });
};

const PERCENT = /(?:%[0-9A-Fa-f]{2})+/g;

/** Percent-encoding of UTF-8. */
const percents: Layer = (written, inner) => {
  const units = unitsOf(written, PERCENT, (match) => match).flatMap((unit) => {
    if (unit.written.length < 3 || unit.written[0] !== '%') return [unit];
    const bytes = Buffer.from(unit.written.replaceAll('%', ''), 'hex');
    let at = 0;
    return Array.from(isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1'), (meant) => {
      const from = at;
      at += 3 * (isUtf8(bytes) ? Buffer.byteLength(meant) : 1);
      return { meant, written: unit.written.slice(from, at) };
    });
  });
  return through(units, written, inner, (character, { written: like }) => {
    const wide = like.length / 3 === Buffer.byteLength(character);
    const hex = Buffer.from(character, wide ? 'utf8' : 'latin1').toString('hex');
    return likeHex(hex, like).replace(/../g, '%$&');
  });
};

const ENTITY = /&(?:#[0-9]{1,7};?|(?:#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});)/g;
const NAMED: Record<string, string> = {
  commat: '@',
  period: '.',
  lowbar: '_',
  plus: '+',
  hyphen: '-',
  dash: '-',
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  num: '#',
  excl: '!',
  dollar: '$',
  ast: '*',
  sol: '/',
  equals: '=',
  quest: '?',
  nbsp: '\u00a0',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  ccedil: 'ç',
  aring: 'å',
  oslash: 'ø',
  aelig: 'æ',
};

/** Character references of HTML. */
const entities: Layer = (written, inner) => {
  const read = (match: string) => {
    const body = match.slice(1).replace(';', '');
    if (body[0] !== '#') return NAMED[body];
    const code = /^#[xX]/.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : undefined;
  };
  return through(unitsOf(written, ENTITY, read), written, inner, (character, { written: like }) => {
    const spelt = (c: string) => {
      const code = c.codePointAt(0)!;
      if (/^&#[xX]/.test(like))
        return `&#${like[2]}${likeHex(code.toString(16), like).padStart(like.length - 4, '0')};`;
      const end = like.endsWith(';') ? ';' : '';
      return `&#${String(code).padStart(like.length - 2 - end.length, '0')}${end}`;
    };
    // Two digits are too few for most small letters: the capital is the same one for whoever compares addresses.
    const fits = [character, character.toUpperCase()].map(spelt).find((text) => text.length === like.length);
    return fits ?? '*'.repeat(like.length);
  });
};

const CSV_QUOTE = /""/g;

/** The inside of a quoted field of CSV, in which a quote is doubled. */
export const doubledQuotes: Layer = (written, inner) =>
  written.includes('""')
    ? through(
        unitsOf(written, CSV_QUOTE, () => '"'),
        written,
        inner,
        () => '""',
      )
    : inner(written);

const LAYERS: readonly [RegExp, Layer][] = [
  [/\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|U0000|[01][0-7]{2}|["\\/bfnrt'])|%u[0-9A-Fa-f]{4}/, backslashes],
  [/&(?:#[0-9]{1,7}|(?:#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});)/, entities],
  [UNSEEN, unseen],
  [/%[0-9A-Fa-f]{2}/, percents],
];

/** How deep text may be encoded in text. */
const DEEPEST = 5;

/** Text that holds the query of an address: names and values, which percent-encoding keeps apart. */
const QUERY = /[?&][^\s=&?#"<>]{1,64}=/;

/** What is done with text that is decoded; with a name, it is the value of a parameter. */
export type Replace = (meant: string, name?: string) => string;

/** Decodes to a fixed point, replaces in what is meant at last, and writes it as it was written. */
export function deeply(written: string, replace: Replace, name?: string, depth = 0): string {
  if (depth < DEEPEST) {
    for (const [pattern, layer] of LAYERS) {
      if (layer === percents && QUERY.test(written)) return inQuery(written, replace, depth);
      if (!pattern.test(written)) continue;
      let progressed = false;
      const made = layer(written, (meant) => {
        progressed = meant !== written;
        return progressed ? deeply(meant, replace, name, depth + 1) : meant;
      });
      if (progressed) return made;
    }
  }
  return replace(written, name);
}

function inQuery(written: string, replace: Replace, depth: number): string {
  return written
    .split(/([?&#])/)
    .map((part) => {
      const [, name, value = '', rest = ''] = /^([^\s=]{1,64})=([^\s"<>]*)(.*)$/s.exec(part) ?? [];
      if (name === undefined) return part.length > 2 ? deeply(part, replace, undefined, depth + 1) : part;
      const decodedName = deeplyRead(name);
      const hiddenName = deeply(name, replace, undefined, depth + 1);
      const hiddenRest = rest === '' ? '' : deeply(rest, replace, undefined, depth + 1);
      return `${hiddenName}=${value === '' ? '' : deeply(value, replace, decodedName, depth + 1)}${hiddenRest}`;
    })
    .join('');
}

/** What text means at last. */
export function deeplyRead(written: string): string {
  let read = written;
  deeply(written, (meant) => {
    read = meant;
    return meant;
  });
  return read;
}

const HIGH = /[\x80-\xff]/;

/** Bytes, each as one character, that are UTF-8 or else Latin-1. */
export function throughBytes(binary: string, inner: (text: string) => string): string {
  if (!HIGH.test(binary)) return inner(binary);
  const bytes = Buffer.from(binary, 'latin1');
  const coding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(coding);
  const made = inner(text);
  return made === text ? binary : Buffer.from(made, coding).toString('latin1');
}
