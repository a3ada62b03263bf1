import { type View, ViewMaker } from './view.ts';

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
};

const LEADS = [0x5c, 0x25, 0x26, 0x3d] as const;
/** `%2525…41` and `&amp;amp;…#65;` are taken off at once, however often they were put on. */
const PERCENT = /%(?:25)*([0-9A-Fa-f]{2})/y;
const ENTITY = /&(?:amp;|#38;|#x26;)*(?:#0*(\d{1,7});?|#[xX]0*([0-9A-Fa-f]{1,6});?|([A-Za-z]{2,8});)/y;
const BACKSLASH =
  /\\+(?:u([0-9A-Fa-f]{4})|u\{0*([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([0-3][0-7]{2})|([nrtbf/"'\\]))/y;
const QUOTED = /=(?:([0-9A-F]{2})|\r?\n)/y;

/**
 * The text with all escapes taken off by one layer: of JSON and programming languages, of URLs, of HTML, and of
 * quoted-printable mail. Undefined when there are none.
 */
export function unescaped(view: View): View | undefined {
  const bytes = Buffer.from(view.bytes.buffer, view.bytes.byteOffset, view.bytes.byteLength);
  if (!LEADS.some((lead) => bytes.includes(lead))) return undefined;
  const text = bytes.toString('latin1');
  const maker = new ViewMaker(view, bytes.length);
  let changed = false;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!;
    const found = LEADS.includes(byte as 0x5c) ? escapeAt(text, at, byte) : undefined;
    if (!found) {
      maker.add(byte, at, at);
      at++;
      continue;
    }
    changed = true;
    const last = at + found.length - 1;
    if (found.raw) maker.add(found.code!, at, last);
    else if (found.code !== undefined) maker.character(found.code, at, last);
    at = last + 1;
  }
  return changed ? maker.done('escaped') : undefined;
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
  const hex = match[1] ?? match[2] ?? match[3];
  if (hex !== undefined) return { code: Number.parseInt(hex, 16), length };
  if (match[4] !== undefined) return { code: Number.parseInt(match[4], 8), raw: true, length };
  return { code: SHORT[match[5]!] ?? match[5]!.charCodeAt(0), length };
}

const SHORT: Record<string, number> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c };
