import { oneLine, shorten } from './text.ts';

/** Foreign text in Markdown: on one line, short, and without any mark-up of its own. */
export function text(foreign: string): string {
  return oneLine(shorten(foreign, 300)).replace(/[\\`*_{}[\]()#+!|<>~&@:]/g, (c) =>
    c === '<' ? '&lt;' : c === '&' ? '&amp;' : `\\${c}`,
  );
}

/** Foreign text as code: the fence is longer than any run of backticks in it. */
export function code(foreign: string): string {
  const line = oneLine(shorten(foreign, 500));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}
