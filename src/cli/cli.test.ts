import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startService } from '../reference/service.ts';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

const KEY = 'sk-canary-5b1f0c7e92d84a36';
const folder = mkdtempSync(join(tmpdir(), 'chatspec-cli-'));
const servers: Server[] = [];
let service: ReferenceService;

beforeAll(async () => {
  service = await startService();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; finished: Promise<Finished> } {
  const cli = join(PACKAGE_ROOT, 'src', 'cli.ts');
  const clean = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: clean,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = { stdout: '', stderr: '' };
  child.stdout!.on('data', (piece) => {
    out.stdout += piece;
  });
  child.stderr!.on('data', (piece) => {
    out.stderr += piece;
  });
  const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, ...out })));
  return { child, finished };
}

const chatspec = (args: string[], env: NodeJS.ProcessEnv = {}) => start(args, env).finished;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reportOf = (path: string): Report => JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
const key = { CHATSPEC_API_KEY: KEY };

describe('what can not be judged: exit 2, one line, no report, no key', () => {
  const cases: [string, () => Promise<[string[], NodeJS.ProcessEnv]>, RegExp][] = [
    ['an unknown option', async () => [['--bogus'], {}], /unknown option --bogus/],
    ['an unknown command', async () => [['sing'], {}], /there is no command 'sing'/],
    ['an empty selection', async () => [['--only', '6', '--skip', '6'], {}], /no check is left to run/],
    [
      'an unreachable host',
      async () => {
        const address = await serve(() => {});
        servers.pop()!.close();
        return [['--base-url', address, '--model', 'm'], key];
      },
      /did not answer .*check --base-url/,
    ],
    [
      'a server that answers 404 to all',
      async () => [['--base-url', await serve((_, r) => r.writeHead(404).end()), '--model', 'm'], key],
      /answered 404: check --base-url/,
    ],
    [
      'a web page',
      async () => [
        [
          '--base-url',
          await serve((_, r) => r.setHeader('content-type', 'text/html').end('<!doctype html><p>Welcome')),
          '--model',
          'm',
        ],
        key,
      ],
      /answered 200 with a web page/,
    ],
    [
      'a redirect',
      async () => [
        [
          '--base-url',
          await serve((_, r) => r.writeHead(308, { location: 'https://elsewhere.test/' }).end()),
          '--model',
          'm',
        ],
        key,
      ],
      /answered 308, a redirect/,
    ],
    [
      'a refused key',
      async () => [['--base-url', service.baseUrl, '--model', 'm'], key],
      /answered 401: check the key/,
    ],
    [
      'an unknown model',
      async () => [
        ['--base-url', service.baseUrl, '--model', 'no-such-model'],
        { CHATSPEC_API_KEY: service.keys.main },
      ],
      /check .*--model \(no-such-model\)/,
    ],
    [
      'no model given and none in the records',
      async () => [
        ['--base-url', await serve((_, r) => r.setHeader('content-type', 'application/json').end('[]'))],
        key,
      ],
      /name one with --model/,
    ],
    [
      'a folder that is a file',
      async () => {
        writeFileSync(join(folder, 'taken'), '');
        return [['--out', 'taken'], {}];
      },
      /can't be written \(EEXIST\)|can't be written \(ENOTDIR\)/,
    ],
    [
      'a folder that holds something',
      async () => {
        mkdirSync(join(folder, 'full'), { recursive: true });
        writeFileSync(join(folder, 'full', 'report.json'), '{}');
        return [['--out', 'full'], {}];
      },
      /is not empty: a report is never overwritten/,
    ],
  ];
  test.each(cases)('%s', async (_, prepare, message) => {
    const [args, env] = await prepare();
    const { code, stdout, stderr } = await chatspec(args, env);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('chatspec: '))
        .join(),
    ).toBe('');
    expect(stderr).not.toContain(KEY);
    expect(existsSync(join(folder, 'reports')) ? readdirSync(join(folder, 'reports')) : []).toEqual([]);
  });
});

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
  expect([byEnvironment.code, byOptions.code]).toEqual([0, 0]);
  const [one, two] = [reportOf(join(folder, 'by-environment')), reportOf(join(folder, 'by-options'))];
  expect(one.checks.map((c) => [c.id, c.verdict])).toEqual(two.checks.map((c) => [c.id, c.verdict]));
  expect(one.verdict).toBe('conformant');
}, 60_000);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s in the middle leaves a report',
  async (signal) => {
    const slow = await startService({ latencyMs: 150 });
    try {
      const out = join(folder, signal);
      const { child, finished } = start(
        ['--base-url', slow.baseUrl, '--model', slow.models.plain, '--out', out, '--concurrency', '1'],
        { CHATSPEC_API_KEY: slow.keys.main },
      );
      child.stderr!.once('data', () => setTimeout(() => child.kill(signal), 800));
      const { code, stdout } = await finished;
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(reportOf(out).verdict).toBe('inconclusive');
      expect(stdout).toContain('inconclusive');
    } finally {
      await slow.close();
    }
  },
  30_000,
);
