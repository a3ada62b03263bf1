import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { type RawServer, rawServer } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import { createDispatcher, isLoopback } from './dispatcher.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function proxy(): Promise<RawServer> {
  const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nproxy'));
  open.push(server);
  return server;
}

async function asked(baseUrl: string, env: NodeJS.ProcessEnv): Promise<string> {
  const dispatcher = createDispatcher(testSettings(baseUrl), { now: false }, { env });
  open.push({ close: () => dispatcher.destroy() });
  const answer = await request(`${baseUrl}/x`, { dispatcher });
  return answer.body.text();
}

test('a proxy that the environment names is used for other machines', async () => {
  const server = await proxy();
  expect(await asked('http://chatspec.invalid', { http_proxy: server.baseUrl })).toBe('proxy');
  expect(server.requests[0]).toMatch(/^GET http:\/\/chatspec\.invalid\/x HTTP\/1\.1\r\n/);
});

test('a proxy that is switched off by NO_PROXY is not used', async () => {
  const server = await proxy();
  const env = { HTTP_PROXY: server.baseUrl, NO_PROXY: '.invalid' };
  await expect(asked('http://chatspec.invalid', env)).rejects.toThrow();
  expect(server.requests).toEqual([]);
});

test('a target on this machine is asked directly', async () => {
  const server = await proxy();
  const target = await rawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ntarget'),
  );
  open.push(target);
  expect(await asked(target.baseUrl, { http_proxy: server.baseUrl })).toBe('target');
});

test.each([
  ['no PEM certificate', { ca: 'junk' }, {}],
  ['no PEM certificate', { ca: '' }, {}],
  ['unreadable certificate', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }, {}],
  ['no valid address', {}, { HTTPS_PROXY: 'junk' }],
  ['no valid address', {}, { HTTP_PROXY: 'user:word@proxy:1' }],
])('what cannot work is said at once: %s', (message, settings, env) => {
  const made = () =>
    createDispatcher(testSettings('https://chatspec.invalid', settings), { now: false }, { env });
  expect(made).toThrow(message);
});

test.each([
  ['localhost', true],
  ['api.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['10.0.0.1', false],
  ['1270.0.0.1', false],
])('%s is this machine: %s', (name, loopback) => expect(isLoopback(name)).toBe(loopback));
