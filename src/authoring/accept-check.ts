import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { prove } from '../proof/prove.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { CHECK_INDEX, checkIndexText } from './check-index.ts';
import { writeDocs } from './docs.ts';
import { CHECK_IDS, checkIdsText } from './new-check/check-ids.ts';
import { type Before, freshChecks, owed } from './owed.ts';

/**
 * Ids, levels and profiles of all checks, one per line: the basis on which reports of different releases are
 * compared.
 */
const PINNED = join(PACKAGE_ROOT, 'src/contract/__snapshots__/checks.txt');
const PROOF = join(PACKAGE_ROOT, 'reports/proof.json');

const IO = { stdout: process.stdout, stderr: process.stderr, env: process.env };

/** The snapshot of the previous acceptance. */
function knownBefore(): Before {
  const lines = existsSync(PINNED) ? readFileSync(PINNED, 'utf8').trim().split('\n') : [];
  const { provedBy } = JSON.parse(readFileSync(PROOF, 'utf8')) as { provedBy: Record<string, unknown> };
  return {
    levels: new Map(lines.map((line) => line.split(' ', 2) as [string, string])),
    proved: new Set(Object.keys(provedBy)),
  };
}

/**
 * Writes the ids of all checks as a type, the index page, and the snapshot of ids and levels. Runs new checks
 * against their faults and the variants of their area, and lists what is missing.
 */
async function accept(): Promise<number> {
  const before = knownBefore();
  const ids = CHECKS.map(({ id }): string => id);
  writeFileSync(CHECK_IDS, checkIdsText(ids));
  writeFileSync(CHECK_INDEX, await checkIndexText());
  await writeDocs();
  const told = [
    ...ids.filter((id) => !before.levels.has(id)).map((id) => `new: ${id}`),
    ...[...before.levels.keys()].filter((id) => !ids.includes(id)).map((id) => `gone: ${id}`),
  ];
  process.stdout.write(`${told.join('\n') || 'the same checks as before'}\n`);
  const vitest = join(PACKAGE_ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'self', 'src/contract/ledger.test.ts', '-u'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  if (status !== 0) process.stdout.write(stdout);
  let code = status ?? 1;
  const open = owed(PACKAGE_ROOT, CHECKS, before);
  process.stdout.write(
    open.length > 0
      ? `still owed:\n${open.map((line) => `  ${line}\n`).join('')}`
      : 'nothing is owed: run npm run types, npm run lint and npm test\n',
  );
  const complete = !open.some((line) => line.includes('fill in:'));
  for (const { id } of complete ? freshChecks(CHECKS, before) : []) {
    process.stdout.write(`\n${id}: its faults, and the honest variants of its area\n`);
    if ((await prove(['--near', id], { ...IO, cwd: PACKAGE_ROOT })) !== 0) code = 1;
  }
  return code;
}

process.exitCode = await accept();
