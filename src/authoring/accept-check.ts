import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { prove } from '../proof/prove.ts';
import { storedProof } from '../proof/stored-proof.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { areaOf } from '../vocabulary/areas.ts';
import type { PlacedCheck } from '../vocabulary/check.ts';
import { withNewCheck } from './changelog.ts';
import { CHECK_INDEX, checkIndexText } from './check-index.ts';
import { HOUSE_TESTS, houseTests, TABLES } from './house-tests.ts';
import { CHECK_IDS, checkIdsText } from './new-check/check-ids.ts';
import { type Before, filesOf, freshChecks, owed, textsIn } from './owed.ts';
import { OWN_REQUESTS, ownRequests, withOwnRequests } from './own-requests-text.ts';
import { relativesText } from './relatives.ts';

/**
 * Ids, levels and profiles of all checks, one per line: the basis on which reports of different releases are
 * compared.
 */
const PINNED = join(PACKAGE_ROOT, 'src/contract/__snapshots__/checks.txt');
const EXAMPLE = join(PACKAGE_ROOT, 'reports/example/report.json');

const IO = { stdout: process.stdout, stderr: process.stderr, env: process.env };
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ids = CHECKS.map(({ id }): string => id);

/** The snapshot of the previous acceptance. */
function knownBefore(): Before {
  const lines = existsSync(PINNED) ? readFileSync(PINNED, 'utf8').trim().split('\n') : [];
  return {
    levels: new Map(lines.map((line) => line.split(' ', 2) as [string, string])),
    proved: new Set(Object.keys(storedProof().provedBy)),
  };
}

/**
 * Accepts checks (default: the new ones): lists what they lack, tries each with its faults and the variants of its
 * area, generates what can be generated, and runs the quick tests of all checks.
 */
async function accept(wanted: readonly string[]): Promise<number> {
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    process.stderr.write(`accept-check: there is no check ${unknown.join(', ')}: npm start -- list\n`);
    return 2;
  }
  const before = knownBefore();
  const fresh = freshChecks(CHECKS, before);
  const accepted = wanted.length > 0 ? CHECKS.filter(({ id }) => wanted.includes(id)) : fresh;
  const changes = [
    ...ids.filter((id) => !before.levels.has(id)).map((id) => `new: ${id}`),
    ...[...before.levels.keys()].filter((id) => !ids.includes(id)).map((id) => `gone: ${id}`),
  ];
  say(changes.join('\n') || 'the same checks as before');
  const missing = owed(PACKAGE_ROOT, CHECKS, before, accepted).filter((line) => !line.includes('CHANGELOG'));
  if (missing.length > 0) {
    say(`still missing:\n${missing.map((line) => `  ${line}\n`).join('')}`);
    return 1;
  }
  if (!(await holdAlone(accepted))) {
    say('\nnot accepted');
    return 1;
  }
  await generate(accepted.filter((check) => fresh.includes(check)));
  const failures = [
    ...houseTests(HOUSE_TESTS),
    ...owed(PACKAGE_ROOT, CHECKS, before, accepted).map((line) => `still missing: ${line}`),
  ];
  for (const failure of failures) say(failure);
  if (failures.length > 0) say('\nnot accepted');
  else say('\naccepted: before you commit, run npm run format, npm run types, npm run lint and npm test');
  return failures.length > 0 ? 1 : 0;
}

/** Tries the tables of judges, and each check with its faults and the variants of its area. */
async function holdAlone(checks: readonly PlacedCheck[]): Promise<boolean> {
  const failures = houseTests([TABLES]);
  for (const failure of failures) say(failure);
  let holds = failures.length === 0;
  // The summary has all that the progress reports, and a log needs no line for each twentieth of a minute.
  const stderr = IO.stderr.isTTY ? IO.stderr : { write: () => true };
  for (const check of checks) {
    process.stdout.write(`\n${relativesText(check)}`);
    say(`${check.id}: its faults, and the honest variants of its area`);
    const code = await prove(['--near', check.id], { ...IO, stderr, cwd: PACKAGE_ROOT });
    holds &&= code === 0;
  }
  return holds;
}

/** Writes all files that follow from the list of checks; rows and lines of their own for new checks. */
async function generate(fresh: readonly PlacedCheck[]): Promise<void> {
  const update = (path: string, change: (text: string) => string) => {
    const file = join(PACKAGE_ROOT, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  const standard = CHECKS.filter((check) => inProfile(check, 'standard'));
  for (const check of fresh) update('CHANGELOG.md', (text) => withNewCheck(text, check));
  const planned = fresh.filter((check) => standard.includes(check)).map(({ id }) => id);
  for (const [id, sent] of await ownRequests(planned, standard))
    update(OWN_REQUESTS, (text) => withOwnRequests(text, id, sent));
  writeFileSync(CHECK_IDS, checkIdsText(ids));
  writeFileSync(CHECK_INDEX, await checkIndexText());
  const texts = textsIn(PACKAGE_ROOT);
  const own = [OWN_REQUESTS, ...fresh.flatMap(({ id }) => filesOf(id, texts))];
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...own);
  if (fresh.some(isInExample)) run('src/testing/example.ts');
  // The documents show the example, and the cost of a run by the rows above.
  run('src/authoring/write-docs.ts');
}

/** Whether the example report has the results of the area of a check. */
function isInExample(check: PlacedCheck): boolean {
  const { checks } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
    checks: { id: string; verdict: string }[];
  };
  const areas = checks.filter(({ verdict }) => verdict !== 'skipped').map(({ id }) => areaOf(id));
  return inProfile(check, 'smoke') && areas.includes(areaOf(check.id));
}

function run(program: string, ...args: string[]): void {
  const path = join(PACKAGE_ROOT, program);
  const { status, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) process.stderr.write(stderr);
}

process.exitCode = await accept(process.argv.slice(2));
