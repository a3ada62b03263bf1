import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { benchPage, staleness } from './bench-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

/** Commits a change of a file; gives the page that names the commit. */
function changed(file: string): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${Math.random()}`);
  git('add', '-A');
  git('commit', '-q', '--no-gpg-sign', '-m', `Change ${file}`);
  return `# Benchmarks\n\nCommit ${git('rev-parse', 'HEAD')}.\n`;
}

test('a page is stale once what it measures was changed', () => {
  git('init', '-q');
  const page = changed('src/http/transport.ts');
  expect(staleness(page, folder)).toBeUndefined();
  for (const file of ['docs/proof.md', 'src/http/transport.test.ts', 'src/authoring/docs.ts']) {
    changed(file);
    expect(staleness(page, folder), file).toBeUndefined();
  }
  changed('suites/5-auth.ts');
  expect(staleness(page, folder)).toMatch(
    /stale: 1 later commits .*, last [\da-f]+ Change suites\/5-auth\.ts/,
  );
});

test('a page that names no commit, or one that nobody has, is stale', () => {
  expect(staleness('# Benchmarks\n', folder)).toContain('names no commit');
  expect(staleness(`Commit ${'0'.repeat(40)}.\n`, folder)).toContain('has no commit 00000000');
});

// Every commit would break a test that wanted it to be fresh: `npm run docs` says it as well, and a release needs it.
test('a stale page of figures is reported', () => {
  const stale = staleness(benchPage());
  if (stale) console.warn(stale);
});
