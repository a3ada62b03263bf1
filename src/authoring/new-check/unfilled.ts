import { MARK } from './parts.ts';

/** Places that were left to be filled in, a line each: file, line, and what belongs there. */
export function unfilled(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => {
      const at = line.indexOf(MARK);
      if (at < 0) return [];
      const what = line.slice(at).replace(/['`].*| \*\/$/, '');
      return [`${file}:${i + 1}: ${what.trim()}`];
    }),
  );
}
