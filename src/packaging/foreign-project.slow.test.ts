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
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { globOver } from '../vocabulary/glob.ts';

/*
 * Somebody else's project: an empty folder, the packed package without what is optional, vitest, and an app of Hono.
 */
const folder = mkdtempSync(join(tmpdir(), 'chatspec-foreign-'));
const user = join(folder, 'user');
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  NO_COLOR: '1',
};
const FAULTS = [
  'stream/done-missing',
  'request/temperature-maximum-refused',
  'usage/summary-total-tokens-missing',
];
const VITEST = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'node_modules', 'vitest', 'package.json'), 'utf8'),
).version;

const TESTS = `
import { Hono } from 'hono';
import { createReference } from 'chatspec';
import { conformance } from 'chatspec/vitest';

const reference = createReference({ faults: ${JSON.stringify(FAULTS)} });
const app = new Hono();
app.all('*', (context) => reference.fetch(context.req.raw));

conformance({
  fetch: (request) => app.fetch(request),
  apiKey: reference.keys.main,
  model: reference.models.plain,
  only: ['6', '2.1', '4.3', 'client/*'],
  seed: 7,
  settle: 0.2,
});
`;

beforeAll(() => {
  const run = (program: string, args: string[], cwd: string) =>
    execFileSync(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const copy = join(folder, 'source');
  mkdirSync(copy);
  for (const name of readdirSync(PACKAGE_ROOT)) {
    if (['node_modules', '.git', 'reports', 'dist'].includes(name)) continue;
    cpSync(join(PACKAGE_ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(copy, 'node_modules'));
  run('npm', ['pack', '--pack-destination', folder], copy);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(user, 'ours.test.ts'), TESTS);
  const wanted = [join(folder, tarball), `vitest@${VITEST}`, 'hono@4'];
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], user);
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Told {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

test('three faults of an app are found by name, without a port and without the official client', () => {
  const { status, stderr } = spawnSync(
    'npx',
    ['vitest', 'run', '--reporter=json', '--outputFile=told.json'],
    {
      cwd: user,
      env,
      encoding: 'utf8',
    },
  );
  expect(status, stderr).toBe(1);
  const told = JSON.parse(readFileSync(join(user, 'told.json'), 'utf8')) as Told;
  const tests = told.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ title }) => title.split(': ')[0]!);
  for (const id of FAULTS) {
    const fault = findDeviation(id)!;
    const expects = globOver('expects' in fault ? fault.expects : []);
    expect(failed.filter(expects), id).not.toEqual([]);
  }
  const all = globOver(
    FAULTS.map(findDeviation).flatMap((fault) => (fault && 'expects' in fault ? fault.expects : [])),
  );
  expect(failed.filter((id) => !all(id))).toEqual([]);
  const client = tests.filter(({ title }) => title.startsWith('client/create:'));
  expect(client.map(({ status }) => status)).toEqual(['skipped']);
  expect(readdirSync(user)).not.toContain('reports');
});

test('the types of both entries hold in a strict project', () => {
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2025,dom',
  ];
  const compiler = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, 'ours.test.ts'], {
    cwd: user,
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
});

test('what is not exported is private', () => {
  const script = "import('chatspec/dist/src/http/transport.js').catch((error) => console.log(error.code))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: user, encoding: 'utf8' });
  expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
});
