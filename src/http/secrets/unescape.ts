import { type View, ViewBuilder } from './view.ts';

/**
 * A way to escape characters: its introducer, and one escape of printable ASCII, however often it was escaped
 * again. In UTF-16, ASCII alternates with zeros.
 */
interface Escapes {
  layer: string;
  announcedBy: readonly Buffer[];
  pattern: RegExp;
}

const ESCAPES: readonly Escapes[] = [
  {
    layer: 'json-escaped',
    announcedBy: ['\\u00', '\\U00', '\\/', '\\\\'].map((sign) => Buffer.from(sign)),
    // From the first backslash of a row, so that the row is read once.
    pattern: /(?<!\\)\\+(?:u00(?<hex>00|[2-7][0-9a-f])|(?<sign>[/"\\]))/gi,
  },
  {
    layer: 'url-encoded',
    announcedBy: [Buffer.from('%')],
    pattern: /%(?:25){0,8}(?<hex>00|[2-7][0-9a-f])/gi,
  },
  {
    layer: 'html-escaped',
    announcedBy: [Buffer.from('&')],
    pattern:
      /&(?:amp;?){0,8}(?:#x0*(?<hex>0|[2-7][0-9a-f])|#0*(?<decimal>\d{1,3})|(?<sign>sol|plus|equals|hyphen|dash|lowbar|underbar|period|amp|quot|apos|lt|gt|colon|semi|commat|comma|num|dollar|percnt|excl|quest|ast|hat|grave|bsol|verbar|[lr]par|[lr]sqb|[lr]cub));?/gi,
  },
  { layer: 'utf-16', announcedBy: [Buffer.from('\0')], pattern: /(?<sign>\0)\0*/g },
];

const SIGNS: Readonly<Record<string, string>> = {
  '/': '/',
  sol: '/',
  plus: '+',
  equals: '=',
  hyphen: '-',
  dash: '-',
  lowbar: '_',
  underbar: '_',
  period: '.',
  colon: ':',
  semi: ';',
  comma: ',',
  commat: '@',
  num: '#',
  dollar: '$',
  percnt: '%',
  excl: '!',
  quest: '?',
  ast: '*',
  hat: '^',
  grave: '`',
  bsol: '\\',
  verbar: '|',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  '"': '"',
  '\\': '\\',
  '\0': '',
};

/** Ordinary JSON is full of it, so it is looked for only if a key has one. */
const ESCAPED_QUOTE = Buffer.from('\\"');

/** Characters that ordinary text escapes: they are undone if a key contains them. */
const ORDINARY = /[\s"'<>,:;(){}[\]|]/;

/** Whether an escape of this character may belong to a key with these characters. */
type IsTelling = (character: string) => boolean;

/**
 * The views of a text with its escapes undone, one for each way to escape a key. `signs` are the characters of the
 * keys.
 */
export function unescaped(view: View, signs: ReadonlySet<string>): View[] {
  const isTelling = (character: string) => !ORDINARY.test(character) || signs.has(character);
  const { buffer, byteOffset, byteLength } = view.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const ways = ESCAPES.filter(
    ({ layer, announcedBy }) =>
      announcedBy.some((sign) => bytes.includes(sign)) ||
      (layer === 'json-escaped' && signs.has('"') && bytes.includes(ESCAPED_QUOTE)),
  );
  const text = ways.length === 0 ? '' : bytes.toString('latin1');
  return ways.flatMap((way) => without(view, text, way, isTelling) ?? []);
}

function without(
  view: View,
  text: string,
  { layer, pattern }: Escapes,
  isTelling: IsTelling,
): View | undefined {
  let builder: ViewBuilder | undefined;
  let tells = false;
  let read = 0;
  for (const match of text.matchAll(pattern)) {
    const character = meaning(match.groups!);
    if (character === undefined) continue;
    tells ||= isTelling(character);
    builder ??= new ViewBuilder(view);
    builder.copy(read, match.index);
    read = match.index + match[0].length;
    if (character !== '') builder.replace(match.index, read, character.charCodeAt(0));
  }
  if (!builder || !tells) return undefined;
  builder.copy(read, text.length);
  return builder.done(layer);
}

function meaning({ hex, decimal, sign }: Record<string, string | undefined>): string | undefined {
  if (sign !== undefined) return SIGNS[sign.toLowerCase()];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  // One half of a character of UTF-16.
  if (code === 0) return '';
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
