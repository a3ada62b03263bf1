import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../../reference/src/deviations/index.ts';
import { LEDGER } from '../contract/ledger.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { unfilled } from './new-check/unfilled.ts';

/** The state before acceptance: levels by id, and the checks that the proof has seen fail. */
export interface Before {
  levels: ReadonlyMap<string, string>;
  proved: ReadonlySet<string>;
}

/** The remaining work, one line each: unfilled places, and parts that a check lacks. */
export function owed(root: string, checks: readonly Check[], before: Before): string[] {
  const files = globSync('{src,suites,reference}/**/*.ts', { cwd: root }).filter(
    (f) => !f.startsWith('src/authoring/'),
  );
  const texts = new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [
    ...unfilled(texts),
    ...freshChecks(checks, before).flatMap((check) => lacking(check, texts, before)),
    ...changed(checks, before)
      .filter((id) => !changelog.includes(id))
      .map((id) => `${id}: CHANGELOG.md has to name it before a release`),
  ];
}

/** New checks, and checks with a fault that the stored proof does not contain. */
export function freshChecks(checks: readonly Check[], before: Before): Check[] {
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

/** What a new check lacks: a sentence, a table or a fault. */
function lacking(
  { id, level, ownSentence }: Check,
  texts: ReadonlyMap<string, string>,
  { levels }: Before,
): string[] {
  const found: string[] = [];
  if (!LEDGER.some((row) => 'checks' in row && globOver(row.checks)(id)))
    found.push(
      ownSentence
        ? 'it stands in the ledger as a sentence of its own, unless one of src/contract/ledger/ should name it'
        : 'no sentence of src/contract/ledger/ names it, and it does not say that it is one of its own',
    );
  if (!levels.has(id) && ![...texts.values()].some((text) => text.includes(`check: '${id}'`)))
    found.push('no table of a judge names it, unless a test beside the judge has one');
  const fault = FAULTS.find(({ expects }) => expects.includes(id));
  if (!fault && level !== 'open') found.push('no fault in reference/src/faults/ is for it');
  return found.map((what) => `${id}: ${what}`);
}

/** Checks that are new or removed, and those with another level. */
function changed(checks: readonly Check[], { levels }: Before): string[] {
  const now = new Map(checks.map(({ id, level }) => [id as string, level as string]));
  const ids = new Set([...levels.keys(), ...now.keys()]);
  return [...ids].filter((id) => now.get(id) !== levels.get(id));
}
