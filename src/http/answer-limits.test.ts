import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';

const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
/** Headers of so many bytes. */
const fields = (bytes: number) => `x-pad: ${'a'.repeat(999)}\r\n`.repeat(bytes / 1_000);
const early = (bytes: number) => `HTTP/1.1 103 Early Hints\r\n${fields(bytes)}\r\n`;
const chunked = (trailers: string) =>
  `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${trailers}\r\n`;

/** Gzip that has so many empty blocks before its content. */
function emptyBlocks(count: number, content: Buffer): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  const empty = Buffer.from([0, 0, 0, 0xff, 0xff]);
  return Buffer.concat([head, ...Array<Buffer>(count).fill(empty), deflateRawSync(content), end]);
}
/** 1 MB between the codings, a few bytes on the wire, and `{}` at the end. */
const bomb = gzipSync(gzipSync(emptyBlocks(200_000, Buffer.from('{}'))));
const bombed = Buffer.concat([
  Buffer.from(`${OK}content-encoding: gzip, gzip, gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`),
  bomb,
]);

/** The first response under a size limit for bodies. */
async function answerTo(raw: string | Buffer, maxBody: number) {
  const server = await serve((socket) => socket.end(raw));
  return target(testSettings(server.baseUrl, { maxBody })).send(ask, asker);
}

test.each([
  ['a head', `${OK}${fields(70_000)}\r\n{}`, 'the response headers exceed the limit'],
  ['one interim response', early(70_000) + chunked(''), 'the response headers exceed the limit'],
  [
    'interim responses',
    early(25_000).repeat(6) + chunked(''),
    'interim responses and trailers exceed the limit of 131072 bytes',
  ],
  [
    'interim responses and trailers',
    early(25_000).repeat(5) + chunked(fields(25_000)),
    'interim responses and trailers exceed the limit of 131072 bytes',
  ],
  [
    'a coding within another',
    bombed,
    expect.stringMatching(/^the body exceeds the limit of 100000 bytes: \d+ received by then$/),
  ],
])('%s above the limit is cut off', async (_, raw, message) => {
  expect((await answerTo(raw, 100_000)).failure).toEqual({ kind: 'too-large', message });
});

test('a short body with too much structure is cut off, too', async () => {
  const body = `[${'[],'.repeat(51_000)}[]]`;
  const answer = await answerTo(`${OK}content-type: application/json\r\n\r\n${body}`, 1_000_000);
  const message = 'the body has more than 50000 objects and lists';
  expect(answer.failure).toEqual({ kind: 'too-large', message });
});

test.each([
  ['heads of the usual size', early(2_000).repeat(20) + chunked(fields(8_000))],
  ['several codings within the limit', bombed],
])('%s are taken', async (_, raw) => {
  const { failure, response } = await answerTo(raw, 2_000_000);
  expect([failure, response?.body.size]).toEqual([undefined, 2]);
});

test.each([
  ['a head', `${OK}content-length: 2\r\n${fields(30_000)}\r\n{}`],
  ['interim responses', early(20_000).repeat(3) + chunked('')],
  ['trailers', chunked(fields(30_000))],
  ['a body', `${OK}\r\n${'x'.repeat(60_000)}`],
  ['what a coding yields for the next one', bombed],
])('%s counts for the limit of the run', async (_, raw) => {
  const server = await serve((socket) => socket.end(raw));
  const settings = testSettings(server.baseUrl, { budget: { received: 50_000 } });
  const { send } = target(settings);
  await send(ask, asker);
  await send(ask, asker).catch(() => undefined);
  await expect(send(ask, asker)).rejects.toThrow('--max-received 0.05 is reached');
});
