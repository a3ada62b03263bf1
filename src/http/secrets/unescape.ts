import { FOLD } from './forms.ts';
import type { View, ViewBuilder } from './view.ts';

/**
 * A way to escape characters. An escape is an introducer and the rest of it. What escapes it once more writes the
 * introducer, and again behind it what stands for itself: `\\`, `%25`, `&amp;`. In UTF-16, ASCII alternates with zeros.
 */
interface Escapes {
  layer: string;
  introducer: number;
  /** Whether the text goes on as an introducer that was escaped again; it is then passed. */
  passAgain(text: Cursor): boolean;
  /** The character of the rest of an escape, which is then passed; 0 for half of a character of UTF-16. */
  passRest(text: Cursor): number | undefined;
}

const ESCAPES: readonly Escapes[] = [
  {
    layer: 'json-escaped',
    introducer: 0x5c,
    passAgain: (text) => text.pass('\\'),
    passRest: (text) => (text.pass('u00') ? text.passPair() : text.passOne('/"')),
  },
  {
    layer: 'url-encoded',
    introducer: 0x25,
    passAgain: (text) => text.pass('25'),
    passRest: (text) => text.passPair(),
  },
  {
    layer: 'html-escaped',
    introducer: 0x26,
    passAgain: (text) => text.pass('amp') && (text.pass(';') || true),
    passRest(text) {
      const isHex = text.pass('#x');
      const code = isHex || text.pass('#') ? text.passNumber(isHex ? 16 : 10) : text.passName();
      text.pass(';');
      return code;
    },
  },
  { layer: 'utf-16', introducer: 0, passAgain: (text) => text.pass('\0'), passRest: () => 0 },
];

/** The ways that begin with a character of a text. */
const WRITTEN = ESCAPES.filter(({ introducer }) => introducer > 0);

/** Names of HTML; one that begins another comes behind it. */
const SIGNS: Readonly<Record<string, string>> = {
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
  commat: '@',
  comma: ',',
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
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
};
const NAMES = Map.groupBy(Object.keys(SIGNS), (name) => name.charCodeAt(0));

/** Characters that ordinary text escapes: they are undone if a key contains them. */
const ORDINARY = new Set(Buffer.from('"\'<>,:;(){}[]|'));

/**
 * The views of a text with its escapes undone, one for each way to escape a key; each takes the memory of the one
 * before it. `signs` are the characters of the keys.
 */
export function* unescaped(view: View, signs: ReadonlySet<number>, builder: ViewBuilder): Generator<View> {
  for (const way of ESCAPES) {
    if (!view.bytes.includes(way.introducer)) continue;
    builder.begin(view);
    if (undo(way, view.bytes, signs, builder)) yield builder.done(way.layer);
  }
}

/**
 * The same for the escapes of a text that is written backwards, read from its end: `reversal` makes the view of it.
 */
export function* unescapedBackwards(
  view: View,
  signs: ReadonlySet<number>,
  reversal: ViewBuilder,
  builder: ViewBuilder,
): Generator<View> {
  const { bytes } = view;
  if (!WRITTEN.some(({ introducer }) => bytes.includes(introducer))) return;
  reversal.begin(view);
  for (let at = bytes.length - 1; at >= 0; at--) reversal.put(bytes[at]!, at, at + 1);
  yield* unescaped(reversal.done('reversed'), signs, builder);
}

/** Puts a text without its escapes of one way; whether one of them may belong to a key. */
function undo(way: Escapes, bytes: Uint8Array, signs: ReadonlySet<number>, builder: ViewBuilder): boolean {
  const { introducer } = way;
  const text = new Cursor(bytes);
  let tells = false;
  let read = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== introducer) continue;
    text.at = at + 1;
    const code = passEscape(way, text);
    if (code === undefined) continue;
    builder.copy(read, at);
    read = text.at;
    if (code > 0) builder.put(code, at, read);
    tells ||= !ORDINARY.has(code) || signs.has(code);
    at = read - 1;
  }
  builder.copy(read, bytes.length);
  return tells;
}

/** The character of an escape, however often it was escaped again, which is then passed but for its introducer. */
function passEscape({ introducer, passAgain, passRest }: Escapes, text: Cursor): number | undefined {
  const begin = text.at;
  while (passAgain(text));
  const end = text.at;
  const code = passRest(text);
  if (code === 0 || (code !== undefined && code > 0x20 && code < 0x7f)) return code;
  text.at = end;
  return end > begin ? introducer : undefined;
}

/** Reads a text forwards. What does not pass stays where it is. */
class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Passes a word, and returns whether it was there. The argument has lower case, the text any. */
  pass(word: string): boolean {
    for (let i = 0; i < word.length; i++)
      if (FOLD[this.#bytes[this.at + i]!] !== word.charCodeAt(i)) return false;
    this.at += word.length;
    return true;
  }

  /** One of some characters. */
  passOne(characters: string): number | undefined {
    const code = this.#bytes[this.at] ?? 0;
    if (!characters.includes(String.fromCharCode(code))) return undefined;
    this.at++;
    return code;
  }

  /** Two hexadecimal digits. */
  passPair(): number | undefined {
    const [high, low] = [digitOf(this.#bytes[this.at]), digitOf(this.#bytes[this.at + 1])];
    if (high >= 16 || low >= 16) return undefined;
    this.at += 2;
    return 16 * high + low;
  }

  /** A number up to that of a character, after any number of zeros. */
  passNumber(base: 10 | 16): number | undefined {
    const start = this.at;
    while (this.pass('0'));
    let code = 0;
    for (let most = base === 16 ? 2 : 3; most > 0; most--) {
      const digit = digitOf(this.#bytes[this.at]);
      if (digit >= base) break;
      code = base * code + digit;
      this.at++;
    }
    return this.at === start ? undefined : code;
  }

  /** The name of a sign. */
  passName(): number | undefined {
    const name = NAMES.get(FOLD[this.#bytes[this.at]!]!)?.find((one) => this.pass(one));
    return name === undefined ? undefined : SIGNS[name]!.charCodeAt(0);
  }
}

/** The value of a hexadecimal digit; 16 for any other byte. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
