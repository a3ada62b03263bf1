import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import type { Report } from '../report/model.ts';
import { startCommand, whenSaid } from '../testing/command.ts';

/* Whole runs of the command, each in a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'chatspec-runs-'));
let service: ReferenceService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const chatspec = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  startCommand(args, { cwd: folder, env }).ended;
const reportOf = (path: string): Report => JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));

test('by environment variables alone and by options alone: the same verdicts', async () => {
  const keyFile = (name: string, value: string) => {
    writeFileSync(join(folder, name), value);
    return join(folder, name);
  };
  const { main, emptyWallet, otherOrganization } = service.keys;
  const byEnvironment = await chatspec([], {
    CHATSPEC_BASE_URL: service.baseUrl,
    CHATSPEC_API_KEY: main,
    CHATSPEC_NOBALANCE_KEY: emptyWallet,
    CHATSPEC_OTHER_ORG_KEY: otherOrganization,
    CHATSPEC_MODEL: service.models.plain,
    CHATSPEC_REASONING_MODEL: service.models.reasoning,
    CHATSPEC_SEED: '11',
    CHATSPEC_OUT: 'by-environment',
    CHATSPEC_SETTLE: '0.2',
  });
  const byOptions = await chatspec([
    ...['--base-url', service.baseUrl, '--api-key-file', keyFile('k1', main)],
    ...[
      '--nobalance-key-file',
      keyFile('k2', emptyWallet),
      '--other-org-key-file',
      keyFile('k3', otherOrganization),
    ],
    ...['--model', service.models.plain, '--reasoning-model', service.models.reasoning],
    ...['--seed', '11', '--out', 'by-options', '--settle', '0.2'],
  ]);
  expect([byEnvironment.exit, byOptions.exit]).toEqual([0, 0]);
  const [one, two] = [reportOf(join(folder, 'by-environment')), reportOf(join(folder, 'by-options'))];
  expect(one.checks.map((c) => [c.id, c.verdict])).toEqual(two.checks.map((c) => [c.id, c.verdict]));
  expect(one.verdict).toBe('conformant');
}, 120_000);

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s in the middle leaves a report',
  async (signal) => {
    const slow = await startService({ latencyMs: 150 });
    try {
      const out = join(folder, signal);
      const { child, ended } = startCommand(
        ['--base-url', slow.baseUrl, '--model', slow.models.plain, '--out', out, '--concurrency', '1'],
        { cwd: folder, env: { CHATSPEC_API_KEY: slow.keys.main } },
      );
      void whenSaid(child, 'profile').then(() => setTimeout(() => child.kill(signal), 800));
      const { exit, stdout } = await ended;
      expect(exit).toBe({ SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(reportOf(out).verdict).toBe('inconclusive');
      expect(stdout).toContain('Inconclusive');
    } finally {
      await slow.close();
    }
  },
  60_000,
);
