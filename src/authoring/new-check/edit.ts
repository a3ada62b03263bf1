import { OptionError } from '../../vocabulary/option-error.ts';

/** Names that a file needs from another; types are written `type Name`. */
export interface Import {
  names: readonly string[];
  from: string;
}

/** True if the list that begins with `opening` ends where the formatter ends a top-level list. */
export function holdsList(text: string, opening: string): boolean {
  return text.includes(opening) && endOfList(text, opening) > 0;
}

/**
 * Adds an entry at the end of a top-level list, or object, of a file. Throws an `Error` if there is no such list.
 *
 * @example appended('export const all = [1, 2];\n', 'export const all = [', '3,') // 'export const all = [1, 2,\n3,\n];\n'
 */
export function appended(text: string, opening: string, entry: string): string {
  const end = holdsList(text, opening) ? endOfList(text, opening) : -1;
  if (end < 0) throw new Error(`there is no list that begins with '${opening}'`);
  const before = text.slice(0, end).trimEnd();
  const comma = before.endsWith(',') || /[[{]$/.test(before) ? '' : ',';
  return `${before}${comma}\n${entry}\n${text.slice(end)}`;
}

/** Position of the closing bracket: in the line of the opening one, or first in a line. */
function endOfList(text: string, opening: string): number {
  const start = text.indexOf(opening) + opening.length;
  const line = text.slice(start, text.indexOf('\n', start));
  const end = opening.endsWith('{') ? '};' : '];';
  return line.endsWith(end) ? start + line.length - 2 : text.indexOf(`\n${end}`, start) + 1;
}

/**
 * Adds missing imports as separate lines before the first import; the formatter sorts them. Throws `OptionError` for a
 * name that comes from another file already.
 */
export function withImports(text: string, imports: readonly Import[]): string {
  const known = new Map<string, string>();
  for (const [, names, from] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']*)'/gm))
    for (const name of names!.split(',')) known.set(name.trim().replace(/^type /, ''), from!);
  const lines = imports.flatMap(({ names, from }) => {
    const missing = names.filter((name) => {
      const other = known.get(name.replace(/^type /, ''));
      if (other !== undefined && other !== from)
        throw new OptionError(`${name} is the name of something in ${other} already: choose another id`);
      return other === undefined;
    });
    return missing.length > 0 ? [`import { ${missing.join(', ')} } from '${from}';`] : [];
  });
  return [...lines, text].join('\n');
}
