/**
 * The lines of a log that CI runners obey, in their order. GitHub obeys lines that begin with `::`, and none from
 * `::stop-commands::TOKEN` to `::TOKEN::`; it and others obey `##[…]`, `##vso[…]` and the like anywhere in a line.
 */
export function obeyed(log: string): string[] {
  const lines: string[] = [];
  let token: string | undefined;
  for (const line of log.split(/[\r\n]+/).map((text) => text.trim())) {
    if (/##\w*\[.*\]/.test(line)) lines.push(line);
    if (token !== undefined) {
      if (line === `::${token}::`) token = undefined;
      continue;
    }
    if (!/^::[^:]+::/.test(line)) continue;
    token = /^::stop-commands::(.+)$/.exec(line)?.[1];
    if (token === undefined) lines.push(line);
  }
  return lines;
}
