import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type WatchServer } from './server.ts';

let root: string;
let server: WatchServer;
let pages = 0;
const ROUNDS = ['round-1', 'round-2', 'round-3', 'round-4'];
const started = (limits?: Parameters<typeof startServer>[3]) =>
  startServer(
    '127.0.0.1',
    0,
    {
      folder: join(root, 'own'),
      metrics: async () => ({ type: 'text/plain; version=0.0.4', text: 'chatspec_rounds_total 1\n' }),
      page: () => {
        pages++;
        return Buffer.from('<!doctype html>the history');
      },
      rounds: () => ROUNDS,
    },
    limits,
  );

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'chatspec-server-'));
  mkdirSync(join(root, 'own', 'round-1'), { recursive: true });
  mkdirSync(join(root, 'elsewhere'));
  writeFileSync(join(root, 'elsewhere', 'index.html'), 'a secret');
  writeFileSync(join(root, 'own', 'round-1', 'index.html'), 'a round');
  writeFileSync(join(root, 'own', 'round-1', 'journal.jsonl.zst'), 'evidence');
  symlinkSync('../elsewhere', join(root, 'own', 'round-2'));
  mkdirSync(join(root, 'own', 'round-3'));
  symlinkSync('../../elsewhere/index.html', join(root, 'own', 'round-3', 'index.html'));
  mkdirSync(join(root, 'own', 'round-4'));
  execFileSync('mkfifo', [join(root, 'own', 'round-4', 'index.html')]);
  symlinkSync('../elsewhere/index.html', join(root, 'own', 'history.html'));
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** Status, policy and text; the path goes out as it stands. */
function get(path: string, host?: string): Promise<{ status: number; policy: string; text: string }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path, ...(host !== undefined && { headers: { host } }) },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece) => (text += piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            policy: String(response.headers['content-security-policy']),
            text,
          }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

test('pages are served with a policy that lets nothing out', async () => {
  server = await started();
  for (const [path, text] of [
    ['/', '<!doctype html>the history'],
    ['/metrics', 'chatspec_rounds_total 1\n'],
    ['/round-1/index.html', 'a round'],
  ]) {
    const answer = await get(path!);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.policy).toContain("default-src 'none'");
    expect(answer.policy).toContain("frame-ancestors 'none'");
  }
});

test.each([
  '/round-2/index.html',
  '/round-3/index.html',
  '/round-4/index.html',
  '/history.html',
  '/round-1/journal.jsonl.zst',
  '/round-5/index.html',
  '/watch.json',
  '/../elsewhere/index.html',
  '/round-1/../../elsewhere/index.html',
  '/%2e%2e/elsewhere/index.html',
  '//round-1/index.html',
])('%s is not here', async (path) => {
  server = await started();
  expect(await get(path)).toMatchObject({ status: 404, text: 'not here\n' });
});

test.each([
  ['evil.example', 421],
  ['evil.example:9464', 421],
  ['127.0.0.1.evil.example', 421],
  ['localhost.evil.example', 421],
  ['10.0.0.1', 421],
  ['localhost', 200],
  ['LOCALHOST:1', 200],
  ['127.0.0.1:9464', 200],
  ['[::1]:9464', 200],
])('asked as %j it answers %d', async (host, status) => {
  server = await started();
  for (const path of ['/', '/metrics', '/round-1/index.html'])
    expect((await get(path, host)).status).toBe(status);
});

test('a client that sends nothing, or reads nothing, is let go', async () => {
  writeFileSync(join(root, 'own', 'round-1', 'index.html'), 'x'.repeat(20_000_000));
  server = await started({ requestMs: 200, responseMs: 400, connections: 2 });
  const open = (text: string) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.on('error', () => {}).write(text);
    return new Promise<string>((resolve) => {
      if (text.includes('\r\n\r\n')) setTimeout(() => socket.resume(), 800);
      else socket.resume();
      socket.on('close', () => resolve(text));
    });
  };
  const idle = open('GET / HTTP/1.1\r\nhost: 127');
  const slow = open('GET /round-1/index.html HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const third = open('GET / HTTP/1.1\r\n');
  await Promise.all([idle, slow, third]);
  expect((await get('/')).status).toBe(200);
}, 10_000);

test('connections that send no request keep nobody out', async () => {
  server = await started({ requestMs: 60_000, responseMs: 60_000, connections: 4 });
  const port = Number(new URL(server.address).port);
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n');
    await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
    for (let n = 0; n < 3; n++) expect((await get('/metrics')).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('a pipeline of requests gets one page', async () => {
  server = await started();
  pages = 0;
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (piece) => (text += piece)).on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(300));
  await once(socket, 'close');
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  expect(pages).toBe(1);
});

test('where all connections have a request, a new one is refused', async () => {
  writeFileSync(join(root, 'own', 'round-1', 'index.html'), 'x'.repeat(20_000_000));
  server = await started({ requestMs: 60_000, responseMs: 60_000, connections: 2 });
  const open = () => connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => {});
  const busy = [open(), open()];
  try {
    for (const socket of busy) {
      socket.write('GET /round-1/index.html HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await once(socket, 'readable');
    }
    const refused = open().resume();
    await once(refused, 'close');
    expect(busy.map((socket) => socket.destroyed)).toEqual([false, false]);
  } finally {
    for (const socket of busy) socket.destroy();
  }
});
