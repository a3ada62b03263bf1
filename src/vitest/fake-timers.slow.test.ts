import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-timers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CHECKS = `
  import { createReference } from '${join(PACKAGE_ROOT, 'src', 'library', 'index.ts')}';
  import { conformance } from '${join(PACKAGE_ROOT, 'src', 'vitest', 'index.ts')}';
  const { fetch, keys, models } = createReference();
  conformance({ fetch, apiKey: keys.main, model: models.plain, seed: 1, only: ['stream/content-type', 'stream/body-ends'] });
`;

/** As in a project that installed the package: vitest does not transform it. */
const CONFIG = `export default {
  test: { globals: true, setupFiles: ['./setup.js'], server: { deps: { external: [/\\.ts$/] } } },
};`;

/** Runs the checks in a project whose setup file and test file contain this code. */
async function vitestWith(setup: string, before: string) {
  const root = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(root, 'setup.js'), setup);
  writeFileSync(join(root, 'service.test.js'), before + CHECKS);
  writeFileSync(join(root, 'vitest.config.mjs'), CONFIG);
  const vitest = join(PACKAGE_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--root', root], {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, output };
}

const FAKE = 'vi.useFakeTimers();';

test.concurrent.each([
  ['for every file', FAKE, ''],
  ['before each test', `beforeEach(() => { ${FAKE} });`, ''],
  ['of the date only', 'vi.setSystemTime(0);', ''],
])('faked timers %s end the tests at once, with what to do', async (_, setup, before) => {
  const { status, output } = await vitestWith(setup, before);
  expect([status, output]).toEqual([1, expect.stringContaining('call vi.useRealTimers() at the start')]);
});

test.concurrent('a file that restores the timers is judged', async () => {
  const { status, output } = await vitestWith(FAKE, 'vi.useRealTimers();');
  expect([status, output]).toEqual([0, expect.stringContaining('2 passed')]);
});
