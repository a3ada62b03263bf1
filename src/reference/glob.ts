/** Whether an id fits one of the patterns; `*` stands for any run of characters. */
export function matchesGlob(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => toRegExp(pattern).test(id));
}

const known = new Map<string, RegExp>();

function toRegExp(pattern: string): RegExp {
  let expression = known.get(pattern);
  if (!expression) {
    expression = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
    known.set(pattern, expression);
  }
  return expression;
}
