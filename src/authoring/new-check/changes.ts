import { basename } from 'node:path';
import { CHECKS, SECTIONS } from '../../../suites/index.ts';
import { adviceFor, needsAdvice } from '../../contract/advice.ts';
import type { PlacedCheck } from '../../vocabulary/check.ts';
import type { Harm } from '../../vocabulary/harm.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { CHECK_IDS_PATH, checkIdsText } from './check-ids.ts';
import { appended, holdsList, withImports } from './edit.ts';
import { PARTS, SUITE_LIST } from './kinds.ts';
import { type Entry, MARK, quoted } from './parts.ts';
import type { Kind, WantedCheck } from './wanted.ts';

/** A file after the change; its path is relative to the package, with slashes. */
export interface Change {
  path: string;
  text: string;
  /** Generated: `npm run accept-check` writes it again. */
  derived?: true;
}

/** Reads a file of the package; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

/**
 * All files that a new check needs, after the change: its record, judge, fault and advice, and the type of ids. Throws `OptionError` if one
 * of them exists already.
 */
export function changesFor(wanted: WantedCheck, read: ReadFile): Change[] {
  const { record, judge, fault } = PARTS[wanted.kind](wanted, suiteFor(wanted, read));
  if (read(judge.path) !== undefined)
    throw new OptionError(`${judge.path} is there already: take another id`);
  const entries = [record, ...(fault ? [fault] : []), ...adviceEntry(wanted, read)].map((entry) =>
    withEntry(entry, read),
  );
  const ids = checkIdsText([...CHECKS.map(({ id }) => id), wanted.id]);
  return [...entries, judge, { path: CHECK_IDS_PATH, text: ids, derived: true }];
}

/** The sections with the rules of a kind; checks of other kinds are in the section of their clause. */
const SECTION_OF: Partial<Record<Kind, keyof typeof SECTIONS>> = {
  body: '2.7-completions',
  stream: '6-streams',
};

/** The harm of a violation in the section of a check: that of most checks there, since some have their own. */
function sectionHarm(wanted: WantedCheck, read: ReadFile): Harm {
  const section = SECTION_OF[wanted.kind] ?? basename(suiteFor(wanted, read), '.ts');
  const checks: readonly PlacedCheck[] = SECTIONS[section as keyof typeof SECTIONS];
  const byHarm = [...Map.groupBy(checks, ({ harm }) => harm)].sort((a, b) => b[1].length - a[1].length);
  return byHarm[0]![0];
}

/** Whether a check has to name its harm: a violated must is never a matter of form alone. */
export function lacksHarm(wanted: WantedCheck, read: ReadFile): boolean {
  return !wanted.harm && wanted.level === 'must' && sectionHarm(wanted, read) === 'form';
}

/** Whether a check lacks advice that a new check of its harm has to have. */
export function lacksAdvice(wanted: WantedCheck, read: ReadFile): boolean {
  const harm = wanted.harm ?? sectionHarm(wanted, read);
  return needsAdvice({ harm, level: wanted.level }) && adviceFor(wanted.id).length === 0;
}

function adviceEntry(wanted: WantedCheck, read: ReadFile): Entry[] {
  if (!lacksAdvice(wanted, read)) return [];
  const text = wanted.advice ?? `${MARK} the usual cause of a violation, and its fix`;
  return [
    {
      path: 'src/contract/advice.ts',
      list: 'const ADVICE: Readonly<Record<string, string>> = {',
      imports: [],
      text: `  '${wanted.id}':\n    ${quoted(text)},`,
    },
  ];
}

function withEntry({ path, list, imports, text }: Entry, read: ReadFile): Change {
  return { path, text: withImports(appended(read(path) ?? '', list, text), imports) };
}

/** A record is shorter than this; no file may have more than 250 lines. */
const ROOM = 220;

/** The file of the section: among those of the first clause, one with room and most checks of the area and level. */
function suiteFor({ id, clauses: [clause], level }: WantedCheck, read: ReadFile): string {
  const [area] = id.split('/', 1);
  const scored = Object.entries(SECTIONS)
    .map(([name, checks]) => {
      const alike = checks.filter((check) => check.id.startsWith(`${area}/`));
      const leveled = alike.filter((check) => check.level === level);
      const named = name.startsWith(`${clause}-`) && alike.length > 0 ? 100_000 : 0;
      return { path: `suites/${name}.ts`, score: named + 100 * leveled.length + alike.length };
    })
    .map(({ path, score }) => ({ path, score, text: read(path) ?? '' }))
    .filter(({ text }) => holdsList(text, SUITE_LIST))
    .map((one) => ({ ...one, score: one.score * (one.text.split('\n').length > ROOM ? 0.5 : 1) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).path;
}
