import { isUtf8 } from 'node:buffer';

/**
 * Ways in which text is encoded within other text. A layer decodes the text, passes it to `inner`, and encodes the
 * result into the same space. `inner` may replace UTF-16 units, but keeps their number.
 */

const JSON_ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])/g;
const PERCENT = /%[0-9A-Fa-f]{2}/g;
const DEEPEST = 3;

type Inner = (meant: string) => string;

/** The text of a string literal of JSON, without its quotes. */
export function throughJson(written: string, inner: Inner): string {
  if (!written.includes('\\')) return inner(written);
  return through(written, JSON_ESCAPE, (match) => JSON.parse(`"${match}"`), spelledInJson, inner);
}

/** The text of a quoted cell of CSV, without its outer quotes. */
export function throughQuotes(written: string, inner: Inner): string {
  if (!written.includes('""')) return inner(written);
  return through(
    written,
    /""/g,
    () => '"',
    (character) => character.padEnd(2),
    inner,
  );
}

/** Text that may contain escapes of JSON, or of a URL: each up to so many times. */
export function throughEscapes(written: string, inner: Inner, json = DEEPEST, percents = DEEPEST): string {
  if (json > 0 && written.search(JSON_ESCAPE) >= 0)
    return throughJson(written, (meant) => throughEscapes(meant, inner, json - 1, percents));
  if (percents > 0 && written.search(PERCENT) >= 0)
    return throughPercents(written, (meant) => throughEscapes(meant, inner, json, percents - 1));
  return inner(written);
}

/** Text with percent-encoded bytes. */
function throughPercents(written: string, inner: Inner): string {
  if (!written.includes('%')) return inner(written);
  // Half of a character has no bytes: what is between such halves is read.
  if (!written.isWellFormed()) return written.replace(/[^\p{Cs}]+/gu, (part) => throughPercents(part, inner));
  const read = (match: string) => String.fromCharCode(Number.parseInt(match.slice(1), 16));
  const hidden = through(
    Buffer.from(written).toString('latin1'),
    PERCENT,
    read,
    (c) => `%${hexOf(c, 2).toUpperCase()}`,
    (bytes) => throughUtf8(bytes, inner),
  );
  return Buffer.from(hidden, 'latin1').toString();
}

/** Bytes, one character each, as UTF-8; anything else is read character by character. */
export function throughUtf8(bytes: string, inner: Inner): string {
  if (!/[\x80-\xff]/.test(bytes) || /[\u0100-\uffff]/.test(bytes)) return inner(bytes);
  const raw = Buffer.from(bytes, 'latin1');
  if (!isUtf8(raw)) return inner(bytes);
  const text = raw.toString();
  const made = inner(text);
  return made === text ? bytes : Buffer.from(made).toString('latin1');
}

function spelledInJson(character: string, like: string): string {
  return like.length === 6 ? `\\u${hexOf(character, 4)}` : `\\${character}`;
}

const hexOf = (character: string, digits: number) =>
  character.charCodeAt(0).toString(16).padStart(digits, '0');

/** Each match of the pattern is one UTF-16 unit, which `spell` encodes like the match. */
function through(
  written: string,
  pattern: RegExp,
  read: (match: string) => string,
  spell: (character: string, like: string) => string,
  inner: Inner,
): string {
  const meant = written.replace(pattern, read);
  const made = inner(meant);
  if (made === meant) return written;
  let unit = 0;
  let at = 0;
  let out = '';
  for (const { 0: match, index } of written.matchAll(pattern)) {
    out += made.slice(unit, unit + index - at);
    unit += index - at;
    out += made[unit] === meant[unit] ? match : spell(made[unit]!, match);
    unit++;
    at = index + match.length;
  }
  return out + made.slice(unit);
}
