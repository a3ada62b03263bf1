/**
 * Characters that are invisible or move others: controls except tab and line feed, invisible formatting, fillers
 * and variation selectors, the Braille blank, bidirectional overrides and isolates, lone surrogates, JavaScript
 * line separators, and code points without a character, two of which XML forbids. The joiners of emoji and of Indic and Persian
 * scripts are kept, and so is the emoji variation selector.
 */
export const HIDDEN =
  /(?!\ufe0f|[\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with every hidden character spelled out as `\u{…}`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same on one line: line feeds and tabs are spelled out too, and it contains no commands for CI runners. */
export function oneLine(text: string): string {
  return withoutCommands(visible(text).replace(/[\n\t]/g, (c) => (c === '\n' ? '\\n' : '\\t')));
}

/**
 * Commands for CI runners in a log: `::` at the start of a line (GitHub), and anywhere `##[…]` (GitHub), `##vso[…]`
 * (Azure) and `##teamcity[…]`. A wrapped line may begin after a space.
 */
const LOG_COMMAND = /(?<=^|[\s\x85]):(?=:)|##(?=\w*\[)/g;

/** The text with every CI command broken by a space. */
export function withoutCommands(text: string): string {
  return text.replace(LOG_COMMAND, '$& ');
}

/** At most `length` UTF-16 units; a cut is marked. Never splits a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 1]!) ? length - 1 : length;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Maximum length of a finding's text: judges quote little, and a report must stay readable otherwise. */
const STATED_AT_MOST = 4000;

/** A finding's text in a report: never empty, of limited length. */
export function stated(text: string, fallback: string): string {
  return shorten(text, STATED_AT_MOST) || fallback;
}

/** The text in lines of at most so many characters, broken at spaces if possible. */
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
