import { MARK } from './parts.ts';

/** Places that are still to be filled in, one per line: file, line, and what belongs there. */
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
