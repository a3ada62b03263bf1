import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** The test of the tables of all judges. */
export const TABLES = 'src/testing/tables.test.ts';

/** Quick tests of all checks that a new one may break. The first one writes the snapshot of ids and levels. */
export const HOUSE_TESTS = [
  'src/contract/ledger.test.ts',
  'src/contract/advice.test.ts',
  'src/vocabulary/harm.test.ts',
  'src/testing/file-sizes.test.ts',
  'src/testing/wording.test.ts',
  'src/testing/patterns.test.ts',
  'src/proof/bases.test.ts',
  'src/proof/about.test.ts',
  'reference/src/deviations/index.test.ts',
];

/** One of them tries faults for a minute, whatever checks there are. */
const QUICK = '^(?!.*drawn faults)';

interface Results {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs some of these tests. Returns the failures, one text for each: file, test, and message. */
export function houseTests(files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-accept-'));
  const report = join(folder, 'tests.json');
  const options = ['--project', 'self', '-u', '-t', QUICK];
  const reporter = ['--reporter=json', `--outputFile=${report}`];
  const vitest = join(PACKAGE_ROOT, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', ...options, ...reporter, ...files], {
    cwd: PACKAGE_ROOT,
    stdio: 'ignore',
  });
  try {
    return failuresIn(JSON.parse(readFileSync(report, 'utf8')) as Results);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The failures in a report of vitest, with their messages as far as the first stack line. */
export function failuresIn({ testResults }: Results): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const said = failed.map(({ fullName, failureMessages: [first = ''] }) => [fullName, first] as const);
    // A file that does not load has a message and no tests.
    const all = said.length === 0 && message !== '' ? [['the file does not load', message] as const] : said;
    return all.map(([test, why]) => {
      const lines = why.split(/\n\s+at /, 1)[0]!.replaceAll('\n', '\n    ');
      return `${relative(PACKAGE_ROOT, name)}: ${test}\n    ${lines}`;
    });
  });
}
