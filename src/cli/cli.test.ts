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
import { change, faithful } from '../../reference/src/behaviour.ts';
import { inAnswer } from '../../reference/src/change/answers.ts';
import { put } from '../../reference/src/change/pointer.ts';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import type { Report } from '../report/model.ts';
import { startCommand, whenSaid } from '../testing/command.ts';
import { obeyed } from '../testing/obeyed.ts';
import { main } from './main.ts';

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

/** The command in this process: a dozen of their own would take most of the time for starting. */
async function chatspec(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const io = { stdout: into('stdout'), stderr: into('stderr'), cwd: folder, env };
  return { code: await main(args, io), ...said };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reportOf = (path: string): Report => JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
const key = { CHATSPEC_API_KEY: KEY };

test('where the key goes, and who says so, is printed before the first request', async () => {
  let said = '';
  let saidBefore: string | undefined;
  const baseUrl = await serve((_, response) => {
    saidBefore ??= said;
    response.writeHead(401).end();
  });
  const cwd = mkdtempSync(join(folder, 'configured-'));
  writeFileSync(join(cwd, 'chatspec.config.json'), JSON.stringify({ baseUrl, model: 'm' }));
  const output = { write: (text: string) => (said += text) };
  for (const args of [[], ['doctor']]) {
    [said, saidBefore] = ['', undefined];
    await main(args, { stdout: output, stderr: output, cwd, env: key });
    expect(saidBefore, String(args)).toContain(`${baseUrl} (from chatspec.config.json)`);
  }
});

test('a CI runner obeys nothing that a service says', async () => {
  const said = '##[stop-commands]x ::add-mask::a ##vso[task.complete result=Succeeded] ##[add-mask]b';
  const hostile = await startService({
    behaviour: change(faithful(), [inAnswer('/choices/0/finish_reason', put([said]))]),
  });
  try {
    const args = ['--base-url', hostile.baseUrl, '--model', hostile.models.plain, '--out', 'obeyed'];
    const { stdout, stderr } = await chatspec([...args, '--only', 'completion/fits-schema', '--verbose'], {
      CHATSPEC_API_KEY: hostile.keys.main,
      GITHUB_ACTIONS: 'true',
    });
    for (const printed of [stdout, stderr]) expect(printed).toContain('vso[task.complete');
    expect(obeyed(stderr).every((line) => line.startsWith('::remove-matcher owner='))).toBe(true);
    expect(obeyed(stdout)).toEqual([expect.stringMatching(/^::error title=completion\/fits-schema/)]);
  } finally {
    await hostile.close();
  }
});

describe('what cannot be judged: exit 2, one line, no report, no key', () => {
  const cases: [string, () => Promise<[string[], NodeJS.ProcessEnv]>, RegExp][] = [
    ['an unknown option', async () => [['--bogus'], {}], /unknown option --bogus/],
    ['an unknown command', async () => [['sing'], {}], /there is no command 'sing'/],
    ['an empty selection', async () => [['--only', '6', '--skip', '6'], {}], /no check is selected/],
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
      'an unknown model beside a good one',
      async () => [
        ['--base-url', service.baseUrl, '--model', service.models.plain, '--model', 'no-such-model'],
        { CHATSPEC_API_KEY: service.keys.main },
      ],
      /additional model: check --model \(no-such-model\)/,
    ],
    [
      'no model given and none in the records',
      async () => [
        ['--base-url', await serve((_, r) => r.setHeader('content-type', 'application/json').end('[]'))],
        key,
      ],
      /set --model/,
    ],
    [
      'a folder that is a file',
      async () => {
        writeFileSync(join(folder, 'taken'), '');
        return [['--out', 'taken'], {}];
      },
      /cannot write the report folder \S+ \((?:EEXIST|ENOTDIR)\)/,
    ],
    [
      'a folder that holds something',
      async () => {
        mkdirSync(join(folder, 'full'), { recursive: true });
        writeFileSync(join(folder, 'full', 'report.json'), '{}');
        return [['--out', 'full'], {}];
      },
      /is not empty, and chatspec never overwrites a report/,
    ],
  ];
  test.each(cases)('%s', async (_, prepare, message) => {
    const [args, env] = await prepare();
    // Nothing is judged: a few checks will do.
    const few = args.includes('--only') ? [] : ['--only', 'path'];
    const { code, stdout, stderr } = await chatspec([...args, ...few], env);
    // All that was said, where a report of tests would cut it off.
    expect(stderr, stderr).toMatch(message);
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

test('a process of its own ends with that code, and says that line', async () => {
  const { exit, stdout, stderr } = await startCommand(['--bogus'], { cwd: folder }).ended;
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toMatch(/^chatspec: unknown option --bogus[^\n]*\n$/);
});

test('SIGINT in the middle leaves a report', async () => {
  const slow = await startService({ latencyMs: 150 });
  try {
    const out = join(folder, 'interrupted');
    const { child, ended } = startCommand(
      ['--base-url', slow.baseUrl, '--model', slow.models.plain, '--out', out, '--concurrency', '1'],
      { cwd: folder, env: { CHATSPEC_API_KEY: slow.keys.main } },
    );
    void whenSaid(child, 'profile').then(() => setTimeout(() => child.kill('SIGINT'), 800));
    const { exit, stdout } = await ended;
    expect(exit).toBe(130);
    expect(reportOf(out).verdict).toBe('inconclusive');
    expect(stdout).toContain('Inconclusive');
  } finally {
    await slow.close();
  }
});
