/**
 * A test of ids against patterns, in which `*` matches any characters. Without a pattern nothing matches.
 *
 * @example globOver(['stream/*', 'usage/totals-requests'])('stream/done-once') // true
 */
export function globOver(patterns: readonly string[]): (id: string) => boolean {
  const literal = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const globs = patterns.filter((pattern) => pattern.includes('*'));
  return (id) => literal.has(id) || globs.some((glob) => fitsWildcards(id, glob));
}

/**
 * Whether the text matches a pattern in which `*` stands for any characters. Takes at most the product of both
 * lengths in steps: an untrusted pattern with many `*` would keep a regular expression busy forever.
 */
function fitsWildcards(text: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < text.length; ) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at++;
      resume = i;
    } else if (wanted === text[i]) {
      at++;
      i++;
    } else if (star >= 0) {
      // The last `*` takes one more character.
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
