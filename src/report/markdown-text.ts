import { oneLine, shorten } from './text.ts';

/** Invisible, and not part of a word; `oneLine` has spelled out any in the original text. */
const JOINER = '\u2060';

/**
 * After each of these GitHub would link or notify. It reads the rendered text, so a backslash does not help: people
 * and teams, issues, addresses and emoji, `www.`, tickets and advisories, and 7 to 40 hexadecimal digits that may
 * be a commit.
 */
const REFERRING = /[@#:]|www(?=\.)|[a-z](?=-\d)|GHSA(?=-)|(?<![\da-f])[\da-f]{7,40}(?![\da-f])/gi;

/** Signs that a backslash does not make ordinary: GitHub reads a formula between two `$`. */
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', $: '&#36;' };

/** Foreign text in Markdown: on one line, short, without markup or references. */
export function text(foreign: string): string {
  return oneLine(shorten(foreign, 300))
    .replace(REFERRING, (found) => found.replace(/.{6}(?=.)|.{1,5}$/g, `$&${JOINER}`))
    .replace(/[\\`*_{}[\]()#+!|<>~&$]/g, (c) => ENTITIES[c] ?? `\\${c}`)
    .replaceAll(JOINER, '&#8288;');
}

/** Foreign text as code: the fence is longer than any run of backticks in it. */
export function code(foreign: string): string {
  const line = oneLine(shorten(foreign, 500));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}
