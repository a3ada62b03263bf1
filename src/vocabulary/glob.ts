const known = new Map<string, RegExp>();

/**
 * A test of ids against patterns, in which `*` stands for any run of characters. Without a pattern nothing fits.
 *
 * @example globOver(['stream/*', 'usage/totals-requests'])('stream/done-once') // true
 */
export function globOver(patterns: readonly string[]): (id: string) => boolean {
  const literal = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const globs = patterns.filter((pattern) => pattern.includes('*')).map(toRegExp);
  return (id) => literal.has(id) || globs.some((glob) => glob.test(id));
}

function toRegExp(pattern: string): RegExp {
  let expression = known.get(pattern);
  if (!expression) {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    expression = new RegExp(`^${parts.join('.*')}$`);
    known.set(pattern, expression);
  }
  return expression;
}
