import { type Spliced, splicedAround } from './around.ts';
import type { View } from './view.ts';

/** Escapes of characters that a secret can be made of; the others are not decoded. */
const ENTITIES: Record<string, string> = {
  plus: '+',
  sol: '/',
  equals: '=',
  lowbar: '_',
  UnderBar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  colon: ':',
  comma: ',',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  lt: '<',
  LT: '<',
  gt: '>',
  GT: '>',
  quot: '"',
  QUOT: '"',
  apos: "'",
  ast: '*',
  midast: '*',
  lpar: '(',
  rpar: ')',
  commat: '@',
  semi: ';',
  excl: '!',
  quest: '?',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  bsol: '\\',
  Hat: '^',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  Tab: '\t',
  NewLine: '\n',
  nbsp: ' ',
  shy: ' ',
  zwnj: ' ',
  zwj: ' ',
  ZeroWidthSpace: ' ',
  NoBreak: ' ',
};

const LEADS = /[\\%&=]/g;
const LEAD = /[\\%&=]/;
/** `%2525…41` and `&amp;amp;…#65;` are taken off at once, however often they were put on. */
const PERCENT = /%(?:25)*(?:u00)?([0-9A-Fa-f]{2})/y;
const ENTITY = /&(?:amp;?|#38;|#x26;)*(?:#0*(\d{1,7});?|#[xX]0*([0-9A-Fa-f]{1,6});?|([A-Za-z]{2,14});)/y;
const BACKSLASH =
  /\\+(?:u+([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ux]\{0*([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|\+?0000([2-7][0-9A-Fa-f]) ?|([0-3][0-7]{2})|([2-7][0-9A-Fa-f]) ?|'([2-7][0-9a-f])|([nrtbf/"'\\]))/y;
/** In small letters only where another one follows: `a=de` is no escape. */
const QUOTED = /=(?:([0-9A-F]{2}|[0-9a-f]{2}(?==[0-9a-f]{2}))|\r?\n)/y;

/**
 * The text with all escapes taken off by one layer: of JSON and programming languages, of URLs, of HTML, and of
 * quoted-printable mail. Undefined when there are none.
 */
export function unescaped(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  const places: Spliced[] = [];
  LEADS.lastIndex = 0;
  for (let lead = LEADS.exec(text); lead; lead = LEADS.exec(text)) {
    const first = lead.index;
    const found = paired(text, first, escapeAt(text, first, text.charCodeAt(first)));
    if (!found) continue;
    places.push({ first, last: first + found.length - 1, said: said(found), around: aroundOf(text, first) });
    LEADS.lastIndex = first + found.length;
  }
  return splicedAround(view, places, 'escaped');
}
/** A key that was encoded some times over is not longer; what holds no escape at all was looked at as it is. */
const AROUND = 512;
/** The most frequent escape by far. Few encodings have a quote among their digits, and one of any length has many. */
const AROUND_QUOTE = 160;
const aroundOf = (text: string, at: number) => (text.startsWith('\\"', at) ? AROUND_QUOTE : AROUND);

/** Escapes of one kind, taken off once, and what in a text may be mistaken for others, or for an escape of an escape. */
const ONCE = [
  { escape: /\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, mistaken: /^\s*[[{][\s\S]*?(?:[%&=]|\\[^u"\\/bfnrt])/ },
  { escape: /%([0-9A-Fa-f]{2})/g, mistaken: /%25[0-9A-Fa-f]{2}/ },
];

/**
 * The text with the escapes of JSON, or of a URL, taken off once and no others: what is said in a string may have the look of an
 * escape by chance. Nothing where nothing could be mistaken.
 */
export function unescapedOnce(view: View): View[] {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return ONCE.flatMap(({ escape: pattern, mistaken }) => {
    if (!mistaken.test(text)) return [];
    const places = Array.from(text.matchAll(pattern), ({ 0: { length }, 1: hex, 2: sign, index }) => {
      const code = hex === undefined ? (SHORT[sign!] ?? sign!.charCodeAt(0)) : Number.parseInt(hex, 16);
      const last = index + length - 1;
      return {
        first: index,
        last,
        said: said({ code, raw: length === 3, length }),
        around: aroundOf(text, index),
      };
    });
    return splicedAround(view, places, 'escaped') ?? [];
  });
}

/** An escape with the one that follows it where both are halves of one character. */
function paired(text: string, at: number, high: Escape | undefined): Escape | undefined {
  if (high?.code === undefined || high.code < 0xd800 || high.code > 0xdbff) return high;
  const next = at + high.length;
  const low = LEAD.test(text[next] ?? '') ? escapeAt(text, next, text.charCodeAt(next)) : undefined;
  if (low?.code === undefined || low.code < 0xdc00 || low.code > 0xdfff) return high;
  return {
    code: 0x10000 + ((high.code - 0xd800) << 10) + low.code - 0xdc00,
    length: high.length + low.length,
  };
}

/** The byte, or the character in UTF-8, that an escape stands for. */
function said({ code, raw }: Escape): readonly number[] {
  if (code === undefined) return [];
  if (raw || code < 0x80) return [code];
  const none = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return none ? [0x3f] : [...Buffer.from(String.fromCodePoint(code))];
}

interface Escape {
  /** Absent for one that stands for nothing. */
  code?: number;
  /** A byte, and no character. */
  raw?: boolean;
  length: number;
}

function escapeAt(text: string, at: number, lead: number): Escape | undefined {
  const pattern = lead === 0x5c ? BACKSLASH : lead === 0x25 ? PERCENT : lead === 0x26 ? ENTITY : QUOTED;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const { length } = match[0];
  if (lead === 0x25) return { code: Number.parseInt(match[1]!, 16), raw: true, length };
  if (lead === 0x3d)
    return match[1] === undefined ? { length } : { code: Number.parseInt(match[1], 16), raw: true, length };
  if (lead === 0x26) {
    if (match[3] !== undefined) {
      const named = Object.hasOwn(ENTITIES, match[3]) ? ENTITIES[match[3]] : undefined;
      return named === undefined ? undefined : { code: named.charCodeAt(0), length };
    }
    return { code: match[1] ? Number(match[1]) : Number.parseInt(match[2]!, 16), length };
  }
  const [, four, eight, braced, two, six, octal, style, rich, sign] = match;
  const hex = four ?? eight ?? braced ?? two ?? six ?? style ?? rich;
  if (hex !== undefined) return { code: Number.parseInt(hex, 16), length };
  if (octal !== undefined) return { code: Number.parseInt(octal, 8), raw: true, length };
  return { code: SHORT[sign!] ?? sign!.charCodeAt(0), length };
}

const SHORT: Record<string, number> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c };
