import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FAULTS } from '../../reference/src/deviations/index.ts';
import { adviceFor, needsAdvice } from '../contract/advice.ts';
import { LEDGER } from '../contract/ledger.ts';
import type { Check, PlacedCheck } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { unfilled } from './new-check/parts.ts';

/** The state before acceptance: levels by id, and the checks that the proof has seen fail. */
export interface Before {
  levels: ReadonlyMap<string, string>;
  proved: ReadonlySet<string>;
}

const MOST_LINES = 250;

/** The remaining work for some checks, one line each: unfilled places, and parts that they lack. */
export function owed(
  root: string,
  checks: readonly PlacedCheck[],
  before: Before,
  of: readonly PlacedCheck[] = freshChecks(checks, before),
): string[] {
  const texts = textsIn(root);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [
    ...unfilled(texts),
    ...of.flatMap((check) => [
      ...lacking(check, texts, before).map((what) => `${check.id}: ${what}`),
      ...longFiles(check, texts),
    ]),
    ...changed(checks, before)
      .filter((id) => !changelog.includes(id))
      .map((id) => `${id}: CHANGELOG.md has to name it before a release`),
  ];
}

/** The sources of checks, judges and deviations, by path. */
export function textsIn(root: string): ReadonlyMap<string, string> {
  const files = globSync('{src,suites,reference}/**/*.ts', { cwd: root }).filter(
    (f) => !f.startsWith('src/authoring/'),
  );
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** The files that name a check: its record, its table, its faults and its advice. */
export function filesOf(id: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) => (text.includes(`'${id}'`) ? [file] : []));
}

/** New checks, and checks with a fault that the stored proof does not contain. */
export function freshChecks(checks: readonly PlacedCheck[], before: Before): PlacedCheck[] {
  return checks.filter((check) => isFresh(check, before));
}

/** Whether a check is new, or has a fault of its own that the stored proof does not contain. */
function isFresh({ id, level, client }: Check, { levels, proved }: Before): boolean {
  if (!levels.has(id)) return true;
  // Other clients are proved where they are installed.
  return (
    client === undefined &&
    level !== 'open' &&
    !proved.has(id) &&
    FAULTS.some(({ expects }) => expects.includes(id))
  );
}

/** The missing parts of a check. */
function lacking(
  { id, level, harm, ownSentence }: PlacedCheck,
  texts: ReadonlyMap<string, string>,
  { levels }: Before,
): string[] {
  const isNamed = LEDGER.some((row) => 'checks' in row && globOver(row.checks)(id));
  const table = [...texts].find(([, text]) => text.includes(`check: '${id}'`))?.[0];
  const isUsed = [...texts.values()].some((text) => text.includes(`/${basename(table ?? '')}'`));
  const hasFault = FAULTS.some(({ expects }) => expects.includes(id));
  const advice = adviceFor(id).length;
  const parts: [lacks: boolean, what: string][] = [
    [!isNamed && !ownSentence, 'write ownSentence: true into its record, or name it in src/contract/ledger/'],
    [isNamed && ownSentence === true, 'remove ownSentence: a sentence of src/contract/ledger/ names it'],
    [level === 'must' && harm === 'form', 'write harm: into its record: a violated must is not only form'],
    [
      advice === 0 && needsAdvice({ harm, level }),
      `write its usual cause and fix into src/contract/advice.ts: a violation harms ${harm}`,
    ],
    [!levels.has(id) && !table, 'write a table next to its judge, or a test'],
    [table !== undefined && !isUsed, `no record uses its judge in ${table}`],
    [level !== 'open' && !hasFault, 'write a fault that it finds into reference/src/faults/'],
  ];
  return parts.flatMap(([lacks, what]) => (lacks ? [what] : []));
}

function longFiles({ id }: Check, texts: ReadonlyMap<string, string>): string[] {
  return filesOf(id, texts).flatMap((file) => {
    const lines = texts.get(file)!.split('\n').length - 1;
    return lines > MOST_LINES ? [`${file}: ${lines} lines, at most ${MOST_LINES}: split the file`] : [];
  });
}

/** Checks that are new or removed, and those with another level. */
function changed(checks: readonly Check[], { levels }: Before): string[] {
  const now = new Map(checks.map(({ id, level }) => [id as string, level as string]));
  const ids = new Set([...levels.keys(), ...now.keys()]);
  return [...ids].filter((id) => now.get(id) !== levels.get(id));
}
