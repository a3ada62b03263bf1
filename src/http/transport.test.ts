import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, asker, rawServer, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import { bodyText } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';

async function answerTo(raw: string | Buffer | ((socket: Socket) => void), settings: Partial<Settings> = {}) {
  const server = await serve((socket) => {
    if (typeof raw === 'function') raw(socket);
    else socket.end(raw);
  });
  return target(testSettings(server.baseUrl, settings)).send(ask, asker);
}

const OK = 'HTTP/1.1 200 OK\r\n';
const failures: [string, string | Buffer | ((s: Socket) => void), string, number | undefined, string][] = [
  ['closes without a word', (s) => s.end(), 'reset', undefined, ''],
  ['resets without a word', (s) => s.resetAndDestroy(), 'reset', undefined, ''],
  ['says nothing', () => {}, 'timeout-headers', undefined, ''],
  ['stops within the headers', (s) => s.write(`${OK}x: 1\r\n`), 'timeout-headers', undefined, ''],
  ['closes within the headers', `${OK}x: 1\r\n`, 'reset', undefined, ''],
  ['is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 'protocol', undefined, ''],
  [
    'sends both framings',
    `${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'head',
    200,
    '',
  ],
  ['gives two lengths', `${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 'head', 200, ''],
  ['gives a length that is no number', `${OK}content-length: auto\r\n\r\n{}`, 'head', 200, ''],
  ['has a space in the name of a header', `${OK}content-length: 2\r\nx cost: 3\r\n\r\n{}`, 'head', 200, ''],
  ['is shorter than it says', `${OK}content-length: 9\r\n\r\n{}`, 'cut', 200, '{}'],
  ['lacks the last chunk', `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`, 'cut', 200, '{}'],
  ['ends within a chunk', `${OK}transfer-encoding: chunked\r\n\r\n9\r\n{}`, 'cut', 200, '{}'],
  ['has a bad chunk size', `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n`, 'protocol', 200, '{}'],
  [
    'stays silent within the body',
    (s) => s.write(`${OK}content-length: 9\r\n\r\n{}`),
    'timeout-body',
    200,
    '{}',
  ],
  [
    'ends its gzip early',
    Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`), gzipSync('{"a":1}').subarray(0, 14)]),
    'cut',
    200,
    '{"a',
  ],
  ['breaks its gzip', `${OK}content-encoding: gzip\r\n\r\nno gzip at all`, 'protocol', 200, ''],
  [
    'closes a close-delimited chunked body early',
    `${OK}connection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{}`,
    'cut',
    200,
    '{}',
  ],
  [
    'resets a body that ends with the connection',
    (s) => {
      s.write(`${OK}\r\n{}`);
      setTimeout(() => s.resetAndDestroy(), 30);
    },
    'cut',
    200,
    '{}',
  ],
  ['has a status that is none', 'HTTP/1.1 99 OK\r\n\r\n', 'protocol', undefined, ''],
  [
    'switches protocols',
    'HTTP/1.1 101 x\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'protocol',
    undefined,
    '',
  ],
  ['has too many headers', `${OK}${'a: b\r\n'.repeat(2000)}\r\n{}`, 'too-large', 200, ''],
  ['has one huge header', `${OK}a: ${'b'.repeat(400_000)}\r\n\r\n{}`, 'too-large', undefined, ''],
  [
    'never ends its interim answers',
    `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)}${OK}\r\n`,
    'protocol',
    undefined,
    '',
  ],
];

describe('what can go wrong on the wire becomes part of the exchange', () => {
  test.each(failures)('a service that %s', async (_, raw, kind, status, body) => {
    const exchange = await answerTo(raw);
    expect(exchange.failure?.kind).toBe(kind);
    expect(exchange.response?.status).toBe(status);
    expect(bodyText(exchange)).toBe(body);
    expect(exchange.failure?.message).toMatch(/^[ -~]+$/);
  });

  test('a head that cannot be parsed is recorded as it came', async () => {
    const { response } = await answerTo(`${OK}Content-Length: 2\r\nX cost: 3\r\nno colon\r\n\r\n{}`);
    expect(response?.headers).toEqual([
      ['Content-Length', '2'],
      ['X cost', '3'],
      ['no colon', ''],
    ]);
  });

  test('nobody listens', async () => {
    const server = await rawServer(() => {});
    await server.close();
    const exchange = await target(testSettings(server.baseUrl)).send(ask, asker);
    expect(exchange.failure?.kind).toBe('refused');
  });

  test('a name without an address', async () => {
    const exchange = await target(testSettings('http://chatspec.invalid')).send(ask, asker);
    expect(exchange.failure?.kind).toMatch(/^(dns|timeout-connect)$/);
  });

  test('a body that drips for ever ends at the total limit', async () => {
    let timer: NodeJS.Timeout | undefined;
    const exchange = await answerTo((socket) => {
      socket.write(`${OK}\r\n`);
      timer = setInterval(() => socket.write('x'), 50);
    });
    clearInterval(timer);
    expect(exchange.failure).toMatchObject({ kind: 'timeout-body' });
    expect(exchange.response?.body.size).toBeGreaterThan(5);
  });

  test('a body that is too large stops at the limit', async () => {
    const exchange = await answerTo(`${OK}\r\n${'x'.repeat(5000)}`, { maxBody: 1000 });
    expect(exchange.failure?.kind).toBe('too-large');
    expect(exchange.failure?.message).toMatch(
      /^the body exceeds the limit of 1000 bytes: \d{4} received by then$/,
    );
    expect(exchange.response?.body.size).toBe(1000);
  });

  test('a body that announces its size is reported with it, and not received', async () => {
    const exchange = await answerTo(`${OK}Content-Length: 5000\r\n\r\n${'x'.repeat(9)}`, { maxBody: 1000 });
    const message = 'the body exceeds the limit of 1000 bytes: 5000 are announced';
    expect(exchange).toMatchObject({ failure: { message }, response: { status: 200, body: { size: 0 } } });
  });
});

const text = JSON.stringify({ text: 'ähnlich '.repeat(500) });
const coded: [string, Buffer, string][] = [
  ['gzip', gzipSync(text), 'gzip'],
  ['x-gzip', gzipSync(text), 'x-gzip'],
  ['deflate', deflateSync(text), 'deflate'],
  ['deflate', deflateRawSync(text), 'deflate'],
  ['br', brotliCompressSync(text), 'br'],
  ['zstd', zstdCompressSync(text), 'zstd'],
  ['zstd', Buffer.concat([zstdCompressSync(text.slice(0, 900)), zstdCompressSync(text.slice(900))]), 'zstd'],
  ['gzip', Buffer.concat([gzipSync(text.slice(0, 900)), gzipSync(text.slice(900))]), 'gzip'],
  ['gzip, br', brotliCompressSync(gzipSync(text)), 'gzip, br'],
  ['identity', Buffer.from(text), 'identity'],
];

describe('content codings are undone', () => {
  test.each(coded)('%s', async (name, bytes, coding) => {
    const head = Buffer.from(`${OK}Content-Encoding: ${name}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    const exchange = await answerTo(Buffer.concat([head, bytes]));
    expect(exchange.failure).toBeUndefined();
    expect(bodyText(exchange)).toBe(text);
    expect(exchange.response).toMatchObject({ coding, wireBytes: bytes.length });
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(20_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
  ])('a bomb in %s stops at the limit', async (name, bytes) => {
    const head = Buffer.from(`${OK}Content-Encoding: ${name}\r\n\r\n`);
    const exchange = await answerTo(Buffer.concat([head, bytes]), { maxBody: 100_000 });
    expect(exchange.failure?.kind).toBe('too-large');
    expect(exchange.response?.body.size).toBe(100_000);
  });

  test('an unknown coding stays as it came', async () => {
    const exchange = await answerTo(`${OK}content-encoding: rot13\r\n\r\nuryyb`);
    expect(bodyText(exchange)).toBe('uryyb');
    expect(exchange.response?.coding).toBe('unknown');
  });
});

describe('what came is kept as it came', () => {
  test('order, spelling and bytes of headers; a body that ends with the connection', async () => {
    const exchange = await answerTo(
      Buffer.from(
        `HTTP/1.1 418 I'm a teapot\r\nX-B: 1\r\nx-a: 2\r\nX-B: \xe9\r\n\r\nshort and stout`,
        'latin1',
      ),
    );
    expect(exchange.response).toMatchObject({
      status: 418,
      statusText: "I'm a teapot",
      headers: [
        ['X-B', '1'],
        ['x-a', '2'],
        ['X-B', 'é'],
      ],
    });
    expect(bodyText(exchange)).toBe('short and stout');
    expect(exchange.failure).toBeUndefined();
  });

  test('each read with its time', async () => {
    const exchange = await answerTo((socket) => {
      socket.write(`${OK}\r\none`);
      setTimeout(() => socket.end('three'), 60);
    });
    const reads = exchange.response?.reads ?? [];
    expect(reads.map(([, bytes]) => bytes)).toEqual([3, 5]);
    expect(reads[1]![0] - reads[0]![0]).toBeGreaterThan(30);
  });

  test('chunks that arrive together are one read', async () => {
    const chunks = '1\r\nd\r\n'.repeat(400);
    const exchange = await answerTo(`${OK}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    expect(exchange.response?.reads.map(([, bytes]) => bytes)).toEqual([400]);
  });

  test('a redirect is an answer and leads nowhere', async () => {
    const server = await serve((socket) =>
      socket.end('HTTP/1.1 307 x\r\nlocation: /y\r\ncontent-length: 0\r\n\r\n'),
    );
    const exchange = await target(testSettings(server.baseUrl)).send(ask, asker);
    expect(exchange.response?.status).toBe(307);
    expect(server.requests).toHaveLength(1);
  });

  test('the forms in which the key came back', async () => {
    const encoded = Buffer.from('user:sk-main-0123456789').toString('base64');
    const exchange = await answerTo(`${OK}x-echo: ${encoded}\r\n\r\nsk-main-0123456789`);
    expect(exchange.response?.leaks).toEqual(['base64', 'plain']);
  });

  test('a key beside the response: in one that comes before it, and in trailers', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css?k=sk-main-0123456789>\r\n\r\n';
    const end = '2\r\n{}\r\n0\r\nx-key: sk-main-0123456789\r\n\r\n';
    const exchange = await answerTo(`${hints}${OK}transfer-encoding: chunked\r\n\r\n${end}`);
    const places = exchange.response?.leakedIn?.map(([form, place]) => `${form} in ${place}`);
    expect(places).toEqual(expect.arrayContaining(['plain in 103 response', 'plain in trailers']));
  });
});
