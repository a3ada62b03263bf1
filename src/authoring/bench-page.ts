import { execFileSync } from 'node:child_process';
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

/** The page of the benchmarks in a checkout. */
export const benchPage = (folder = PACKAGE_ROOT): string =>
  readFileSync(join(folder, 'reports', 'bench.md'), 'utf8');

/**
 * Why the figures of a page may be outdated, in one line: the measured files changed since the commit on the page.
 * Undefined if they did not, or if there is no history.
 */
export function staleness(page: string, folder = PACKAGE_ROOT): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const commit = /^Commit ([\da-f]{40})\.$/m.exec(page)?.[1];
  if (commit === undefined) return 'reports/bench.md is stale: it names no commit; npm run bench';
  try {
    git('rev-parse', 'HEAD');
  } catch {
    return undefined;
  }
  try {
    const later = git('log', '--format=%h %s', `${commit}..HEAD`, '--', ...MEASURED)
      .split('\n')
      .filter(Boolean);
    if (later.length === 0) return undefined;
    return `reports/bench.md is stale: ${later.length} later commits changed what it measures, last ${later[0]}; npm run bench`;
  } catch {
    return `reports/bench.md is stale: this checkout has no commit ${commit.slice(0, 8)}; npm run bench`;
  }
}
