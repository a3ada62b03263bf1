/**
 * Characters that a reader can't see or that move what he reads: controls but tab and line feed, invisible formatting,
 * fillers and variation selectors, the blank of Braille, bidirectional overrides and isolates, lone surrogates, the line
 * separators that scripts trip over, and code points that are no characters, two of which XML forbids. The joiners of emoji
 * and of Indic and Persian writing stay, and so does the selector that makes an emoji of a character.
 */
export const HIDDEN =
  /(?!\ufe0f|[\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with every hidden character spelt out as `\u{…}`: safe for a terminal, and honest for a reader. */
export function visible(text: string): string {
  return text.replace(HIDDEN, spell);
}

/** The same on one line: line feeds and tabs are spelt out too, and no CI runner finds a command in it. */
export function oneLine(text: string): string {
  return withoutCommands(visible(text).replace(/[\n\t]/g, (c) => (c === '\n' ? '\\n' : '\\t')));
}

/**
 * What CI runners obey in a log: `::` where a line begins (GitHub), and anywhere in it `##[…]` (GitHub), `##vso[…]` (Azure)
 * and `##teamcity[…]`. A line that is wrapped begins behind a space.
 */
const LOG_COMMAND = /(?<=^|[\s\x85]):(?=:)|##(?=\w*\[)/g;

/** The text with every command to a CI runner broken by a space. */
export function withoutCommands(text: string): string {
  return text.replace(LOG_COMMAND, '$& ');
}

/** How a hidden character is written. */
function spell(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** At most `length` UTF-16 units; what is cut is told. Never cuts a surrogate pair in two. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 1]!) ? length - 1 : length;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Longest text of a finding: judges quote little, and a report must stay readable when one does not. */
const STATED_AT_MOST = 4000;

/** A finding's text as a report states it: never empty, never endless. */
export function stated(text: string, fallback: string): string {
  return shorten(text, STATED_AT_MOST) || fallback;
}

/** The text in lines of so many characters at most, broken at spaces where there are any. */
export function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  let left = text;
  while (left.length > Math.max(20, width)) {
    const space = left.lastIndexOf(' ', Math.max(20, width));
    const at = space > 0 ? space : Math.max(20, width);
    lines.push(left.slice(0, at));
    left = left.slice(at).trimStart();
  }
  return [...lines, left];
}
