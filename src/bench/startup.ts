import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { alternate, bounded, infoRow, median, ROUNDS, type Row, ratio, timed } from './measure.ts';

function ran(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: PACKAGE_ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

/**
 * Start to first request, and a whole run against the embedded service, compared with Node alone and with vitest
 * and one empty test.
 */
export async function startupRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-'));
  let onRequest = () => {};
  const server = createServer((_, response) => {
    onRequest();
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cli = join(PACKAGE_ROOT, 'src', 'cli.ts');
  const vitest = join(PACKAGE_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  writeFileSync(join(folder, 'empty.test.js'), "import { test } from 'vitest'; test('nothing', () => {});\n");
  let runs = 0;
  const firstRequest = async () => {
    const begun = performance.now();
    const first = new Promise<number>((resolve) => {
      onRequest = () => resolve(performance.now() - begun);
    });
    const out = join(folder, `first-${runs++}`);
    const ended = ran([cli, '--base-url', address, '--model', 'm', '--out', out], {
      CHATSPEC_API_KEY: 'sk-bench-only',
    });
    const ms = await first;
    await ended;
    return ms;
  };
  try {
    const times = await alternate(
      {
        node: () => timed(() => ran(['-e', '0'])),
        first: firstRequest,
        whole: () => timed(() => ran([cli, '--seed', '1', '--out', join(folder, `whole-${runs++}`)])),
        version: () => timed(() => ran([cli, '--version'])),
        list: () => timed(() => ran([cli, '--list'])),
        plan: () => timed(() => ran([cli, 'plan', '--profile', 'standard', '--seed', '1'])),
        vitest: () => timed(() => ran([vitest, 'run', '--root', folder])),
      },
      ROUNDS,
    );
    const ms = (name: keyof typeof times) => `${median(times[name]).toFixed(0)} ms`;
    return [
      bounded(
        'start to first request in seconds, beside `node -e 0`',
        `${ms('first')} beside ${ms('node')}`,
        median(times.first) / 1000,
        { most: 0.35 },
      ),
      infoRow(
        '`--version`, `--list` and `plan` of a standard run',
        `${ms('version')}, ${ms('list')}, ${ms('plan')}`,
      ),
      infoRow(
        'whole run against the embedded service, reports included, beside vitest with one empty test',
        `${ms('whole')} beside ${ms('vitest')}`,
        ratio(times.whole, times.vitest).toFixed(1),
      ),
    ];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
