import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** The files that `npm run bench` measures. */
const MEASURED = [
  'src',
  'suites',
  'reference',
  'schemas',
  'package-lock.json',
  ':(exclude)*.test.ts',
  ...['authoring', 'field', 'proof', 'testing', 'vitest', 'watch'].map((room) => `:(exclude)src/${room}`),
];

/** The page of the benchmarks. */
export const benchPage = (): string => readFileSync(join(PACKAGE_ROOT, 'reports', 'bench.md'), 'utf8');

/**
 * Why the figures of a page may be outdated, in one line: the measured files changed since the commit on the page.
 * Undefined if they did not, or if there is no history.
 */
export function staleness(page: string, folder = PACKAGE_ROOT): string | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const stale = (why: string) => `reports/bench.md is stale: ${why}; npm run bench`;
  const commit = /^Commit ([\da-f]{40})\.$/m.exec(page)?.[1];
  if (commit === undefined) return stale('it names no commit');
  if (git('rev-parse', 'HEAD').status !== 0) return undefined;
  const { status, stdout } = git('log', '--format=%h %s', `${commit}..HEAD`, '--', ...MEASURED);
  if (status !== 0) return stale(`this checkout has no commit ${commit.slice(0, 8)}`);
  const later = stdout.split('\n').filter(Boolean);
  if (later.length === 0) return undefined;
  return stale(`${later.length} later commits changed what it measures, last ${later[0]}`);
}
