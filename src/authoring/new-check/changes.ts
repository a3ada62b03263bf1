import { CHECKS, SECTIONS } from '../../../suites/index.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { CHECK_IDS_PATH, checkIdsText } from './check-ids.ts';
import { appended, holdsList, withImports } from './edit.ts';
import { PARTS, SUITE_LIST } from './kinds.ts';
import type { Entry } from './parts.ts';
import type { WantedCheck } from './wanted.ts';

/** One file as it will stand; its path is that in the package, with slashes. */
export interface Change {
  path: string;
  text: string;
  /** Nobody touches it: it is written again by `npm run accept-check`. */
  derived?: true;
}

/** Reads a file of the package; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined;

/**
 * All files that a new check needs, each as it will stand: at most three that a person goes on with, and the type of ids.
 * Throws `OptionError` where one of them is there already.
 */
export function changesFor(wanted: WantedCheck, read: ReadFile): Change[] {
  const { record, judge, fault } = PARTS[wanted.kind](wanted, suiteFor(wanted, read));
  if (read(judge.path) !== undefined)
    throw new OptionError(`${judge.path} is there already: take another id`);
  const entries = [record, ...(fault ? [fault] : [])].map((entry) => withEntry(entry, read));
  const ids = checkIdsText([...CHECKS.map(({ id }) => id), wanted.id]);
  return [...entries, judge, { path: CHECK_IDS_PATH, text: ids, derived: true }];
}

function withEntry({ path, list, imports, text }: Entry, read: ReadFile): Change {
  return { path, text: withImports(appended(read(path) ?? '', list, text), imports) };
}

/** The file of the section: of those for the first clause, the one that has most checks of the area and of the level. */
function suiteFor({ id, clauses: [clause], level }: WantedCheck, read: ReadFile): string {
  const [area] = id.split('/', 1);
  const scored = Object.entries(SECTIONS)
    .map(([name, checks]) => {
      const alike = checks.filter((check) => check.id.startsWith(`${area}/`));
      const leveled = alike.filter((check) => check.level === level);
      const named = name.startsWith(`${clause}-`) && alike.length > 0 ? 100_000 : 0;
      return { path: `suites/${name}.ts`, score: named + 100 * leveled.length + alike.length };
    })
    .filter(({ path }) => holdsList(read(path) ?? '', SUITE_LIST));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).path;
}
