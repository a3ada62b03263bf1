import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-package-'));
const user = join(folder, 'user');
const NODE_24_FIRST = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

/** Packs a copy, so that a build here disturbs nobody who runs from source meanwhile. */
beforeAll(() => {
  const copy = join(folder, 'source');
  mkdirSync(copy);
  for (const name of readdirSync(PACKAGE_ROOT)) {
    if (!['node_modules', '.git', 'reports', 'dist'].includes(name)) {
      cpSync(join(PACKAGE_ROOT, name), join(copy, name), { recursive: true });
    }
  }
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(copy, 'node_modules'));
  const options = { env: NODE_24_FIRST, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] } as const;
  execFileSync('npm', ['pack', '--pack-destination', folder], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: copy,
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true,"allowScripts":{}}');
  // The official clients are installed beside it, as the README says; their versions are those of the source.
  const { devDependencies } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  const clients = ['openai', 'openai-6'].map((name) => `${name}@${devDependencies[name]}`);
  const wanted = [join(folder, tarball), ...clients];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: user,
  });
  // What the user's own tools read must not reach us.
  for (const name of ['vitest.config.ts', 'vite.config.ts', 'tsconfig.json']) {
    writeFileSync(join(user, name), 'throw new Error("read by mistake");');
  }
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verdicts = (path: string) =>
  (JSON.parse(readFileSync(join(path, 'report.json'), 'utf8')) as Report).checks.map((c) => [
    c.id,
    c.verdict,
  ]);

test('the installed package judges as the source does', () => {
  const packed = spawnSync('npx', ['--no-install', 'chatspec', '--seed', '7', '--out', 'report'], {
    cwd: user,
    env: NODE_24_FIRST,
    encoding: 'utf8',
  });
  expect(packed.stderr + packed.stdout).toContain('conformant');
  expect(packed.status).toBe(0);
  const out = join(folder, 'from-source');
  const source = spawnSync(process.execPath, [
    join(PACKAGE_ROOT, 'src', 'cli.ts'),
    '--seed',
    '7',
    '--out',
    out,
  ]);
  expect(source.status).toBe(0);
  expect(verdicts(join(user, 'report'))).toEqual(verdicts(out));
  expect(readdirSync(user).sort()).toEqual(
    [
      'node_modules',
      'package-lock.json',
      'package.json',
      'report',
      'tsconfig.json',
      'vite.config.ts',
      'vitest.config.ts',
    ].sort(),
  );
}, 120_000);

test('an older Node is told what to do, in one line', () => {
  const pretend = join(folder, 'older.cjs');
  writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  const cli = join(user, 'node_modules', 'chatspec', 'dist', 'src', 'cli.js');
  const older = spawnSync(process.execPath, ['--require', pretend, cli], { cwd: user, encoding: 'utf8' });
  expect(older).toMatchObject({ status: 2, stdout: '' });
  expect(older.stderr).toBe('chatspec: Node.js 24 or newer is needed, and this is 20.20.2\n');
});
