import { LEDGER } from '../../contract/ledger.ts';
import { globOver } from '../../vocabulary/glob.ts';
import type { Import } from './edit.ts';
import type { WantedCheck } from './wanted.ts';

/** A new entry in a list of an existing file. */
export interface Entry {
  path: string;
  /** The first line of the list, up to its bracket. */
  list: string;
  imports: readonly Import[];
  text: string;
}

/** A file that is to be written. */
export interface NewFile {
  path: string;
  text: string;
}

/** The parts of a kind of check: its record, its judge with its table, and the fault that it must catch. */
export interface Parts {
  record: Entry;
  judge: NewFile;
  /** None for an open point, which never accuses. */
  fault?: Entry;
}

/** The mark of every place that is still to be written; `npm run accept-check` looks for it. */
export const MARK = 'fill in:';

/** The name of the judge: `id-prefix` becomes `idPrefix`. */
export const judgeName = ({ id }: WantedCheck): string =>
  slugOf(id).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The second part of an id. */
export const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1);

/** Whether a sentence of the ledger names the check. */
const isNamed = (id: string): boolean => LEDGER.some((row) => 'checks' in row && globOver(row.checks)(id));

/**
 * The members with which every record begins. A check that no sentence names is marked as such until a row names
 * it.
 */
export function recordHead({ id, clauses, level, title, about, harm }: WantedCheck): string {
  const sentence = title ?? `${MARK} a sentence that is true of a conforming service`;
  const what = `${MARK} what is sent, and what ${level === 'open' ? 'is recorded' : 'passes, warns and fails'}.`;
  return `    id: '${id}',
    title: ${quoted(sentence)},${harm === undefined ? '' : `\n    harm: '${harm}',`}
    clauses: [${clauses.map((clause) => `'${clause}'`).join(', ')}],
    level: '${level}',${isNamed(id) ? '' : '\n    ownSentence: true,'}
    about: ${quoted(about ?? what)},`;
}

/** A text as a literal. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A fault of one row; \`change\` does nothing yet. */
export function faultEntry({ id, clauses, level }: WantedCheck, change: string): string {
  return `  ...faults('${level}', '${id}', [
    ['${id}-broken', '${clauses[0]}', '${MARK} what the service does', ${change}],
  ]),`;
}

/** Thrown by a judge until it is written. */
export const unwritten = ({ id }: WantedCheck): string => `throw new Error('${MARK} the judge of ${id}');`;

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
