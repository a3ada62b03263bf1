import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { movedClock, tomorrow } from '../testing/moved-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-package-'));
const user = join(folder, 'user');
const NODE_24_FIRST = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

/** Packs a copy, so that the build does not disturb concurrent runs from source. */
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
  // The official clients are installed next to it, as docs/library.md says; their versions are those of the source.
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
  expect(packed.stderr + packed.stdout).toContain('Conformant');
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

test('init, doctor, a run against serve, a finding accepted: 0, and 1 when its day is over', async () => {
  const gate = join(user, 'gate');
  mkdirSync(gate);
  const cli = join(user, 'node_modules/.bin/chatspec');
  const serve = spawn(cli, ['serve', '--fault', 'stream/done-missing'], { env: NODE_24_FIRST });
  try {
    const said = String(await once(serve.stdout, 'data').then(([text]) => text));
    const given = Object.fromEntries(
      [...said.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    const chatspec = (args: string[], input = '', more: NodeJS.ProcessEnv = {}) => {
      const env = { ...NODE_24_FIRST, CHATSPEC_API_KEY: given.CHATSPEC_API_KEY, ...more };
      const { status, stdout } = spawnSync(cli, args, { cwd: gate, env, input, encoding: 'utf8' });
      return [status, stdout] as const;
    };
    const answers = [given.CHATSPEC_BASE_URL, given.CHATSPEC_MODEL, 'CHATSPEC_API_KEY', 'no', 'standard'];
    expect(chatspec(['init'], `${answers.join('\n')}\n`)[0]).toBe(0);
    expect(chatspec(['doctor'])).toEqual([0, expect.stringContaining('The service is ready for a run')]);
    const run = ['--only', 'stream/ends-with-done', '--seed', '1'];
    expect(chatspec([...run, '--out', 'first'])[0]).toBe(1);
    const terms = ['--reason', 'backend 3.2 mends it', '--until', tomorrow(), '--owner', 'me'];
    expect(chatspec(['accept', 'first', 'stream/ends-with-done', ...terms])[0]).toBe(0);
    expect(chatspec([...run, '--out', 'second'])).toEqual([
      0,
      expect.stringContaining('No new failure: 1 of 1 check failed, all of them accepted.'),
    ]);
    const later = { NODE_OPTIONS: movedClock(2) };
    expect(chatspec([...run, '--out', 'third'], '', later)).toEqual([
      1,
      expect.stringContaining(`accepted only until ${tomorrow()}`),
    ]);
  } finally {
    serve.kill();
  }
}, 120_000);

test('an older Node is told what to do, in one line', () => {
  const pretend = join(folder, 'older.cjs');
  writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  const cli = join(user, 'node_modules', 'chatspec', 'dist', 'src', 'cli.js');
  const older = spawnSync(process.execPath, ['--require', pretend, cli], { cwd: user, encoding: 'utf8' });
  expect(older).toMatchObject({ status: 2, stdout: '' });
  expect(older.stderr).toBe('chatspec requires Node.js 24 or newer; this is 20.20.2\n');
});
