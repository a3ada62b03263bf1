import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { testService } from '../testing/test-service.ts';
import { openapiDocument } from './openapi.ts';

/**
 * Prism, a third-party proxy, reads the document and runs between a client and the service: it rejects requests
 * that the document does not allow, and answers 500 for a response that does not match. It weighs 74 MB, so it is
 * installed for this test alone, and only with CHATSPEC_PRISM=1.
 */
const PRISM = '@stoplight/prism-cli@5.16.0';
const folder = mkdtempSync(join(tmpdir(), 'chatspec-prism-'));
const running: ChildProcess[] = [];

afterAll(() => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Starts Prism before a service, and resolves with its address. */
async function prismBefore(baseUrl: string): Promise<string> {
  const names = { start: 'start_date', end: 'end_date', model: 'model', limit: 'limit', offset: 'offset' };
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openapiDocument({ description: 'first', version: '1.2.3', names })));
  const port = String(await freePort());
  const args = [
    'exec',
    '--yes',
    `--package=${PRISM}`,
    '--',
    'prism',
    'proxy',
    file,
    baseUrl,
    '--errors',
    '-p',
    port,
  ];
  const child = spawn('npm', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => /is listening on/.test(String(text)) && resolve());
    child.once('exit', (code) => reject(new Error(`prism ended with ${code}`)));
  });
  return `http://127.0.0.1:${port}`;
}

const MESSAGES = [{ role: 'user', content: 'Say hello.' }];

/** Asks through Prism; the status, and what it says against an answer or a request. */
async function asking(faults: readonly string[]) {
  const changes = faults.map((id) => findDeviation(id)!.change);
  const { baseUrl, keys, models } = await testService({ behaviour: change(faithful(), changes) });
  const before = await prismBefore(baseUrl);
  const headers = { authorization: `Bearer ${keys.main}`, 'content-type': 'application/json' };
  const tell = async (answer: Response) => {
    const { validation = [] } = (await answer.json().catch(() => ({}))) as {
      validation?: { location: string[] }[];
    };
    return [answer.status, ...validation.map(({ location }) => location.join('.'))];
  };
  return {
    complete: async (members: object) => {
      const body = JSON.stringify({ model: models.plain, messages: MESSAGES, max_tokens: 4, ...members });
      return tell(await fetch(`${before}/api/v1/chat/completions`, { method: 'POST', headers, body }));
    },
    usage: async (path: string) => tell(await fetch(`${before}/api/v1/usage/${path}`, { headers })),
  };
}

describe.runIf(process.env.CHATSPEC_PRISM === '1')('Prism, by the exported document', () => {
  test('finds nothing to say against the answers of the reference service', async () => {
    const { complete, usage } = await asking([]);
    expect(await complete({})).toEqual([200]);
    expect(await complete({ stop: null, tool_choice: null, n: 2, temperature: 2 })).toEqual([200]);
    for (const path of ['stats?limit=3&offset=1', 'summary', 'export'])
      expect(await usage(path)).toEqual([200]);
  });

  test('refuses what the document does not allow', async () => {
    const { complete, usage } = await asking([]);
    expect(await complete({ temperature: 3 })).toEqual([422, 'body.temperature']);
    expect(await complete({ surprise: 1 })).toEqual([422, 'body']);
    expect(await complete({ messages: [{ role: 'nobody', content: 'x' }] })).toEqual([
      422,
      'body.messages.0.role',
    ]);
    expect((await usage('stats?limit=abc'))[0]).toBe(422);
  });

  test('finds answers that break the contract', async () => {
    const { complete, usage } = await asking([
      'completion/created-string',
      'usage/summary-total-tokens-missing',
    ]);
    expect(await complete({})).toEqual([500, 'response.body.created']);
    expect(await usage('summary')).toEqual([500, 'response.body']);
  });
});
