import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const MOST = 16_000_000;

/** Writes a piece again and again until the client closes the connection; at most `MOST` bytes. */
function flood(socket: Socket, piece: string, sent = { bytes: 0 }): void {
  while (!socket.destroyed && sent.bytes < MOST) {
    sent.bytes += piece.length;
    if (socket.write(piece)) continue;
    socket.once('drain', () => flood(socket, piece, sent));
    return;
  }
}

test.each([
  ['a chunk extension', `${CHUNKED}1;`, 'a'.repeat(65_536)],
  ['leading zeros of a chunk size', CHUNKED, '0'.repeat(65_536)],
  ['blank lines before the status line', '', '\r\n'.repeat(32_768)],
  ['a reason phrase', 'HTTP/1.1 200 ', 'a'.repeat(65_536)],
])('%s without an end is cut off and counts for the limit of the run', async (_, head, piece) => {
  const server = await serve((socket) => {
    socket.write(head);
    flood(socket, piece);
  });
  const settings = testSettings(server.baseUrl, { budget: { received: 1_000_000 } });
  const { send } = target(settings);
  const { failure } = await send(ask, asker);
  expect(failure).toEqual({
    kind: 'too-large',
    message: 'the framing of the response exceeds its content by more than 1048576 bytes',
  });
  await expect(send(ask, asker)).rejects.toThrow('--max-received 1 is reached');
});

test('blank lines on an idle connection close it, and the next request has another', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
  let closed: () => void;
  const end = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const sent = { bytes: 0 };
  const server = await serve((socket, _, n) => {
    socket.write(answer);
    if (n > 0) return;
    socket.once('close', closed);
    setTimeout(() => flood(socket, '\r\n'.repeat(32_768), sent), 50);
  });
  const { send } = target(testSettings(server.baseUrl));
  await send(ask, asker);
  await end;
  expect(sent.bytes).toBeLessThan(MOST);
  const next = await send(ask, { owner: 'test', turn: 1 });
  expect([next.response?.status, next.failure]).toEqual([200, undefined]);
});

test('a large body in small chunks is taken, and its framing counts for the limit of the run', async () => {
  const chunk = `10\r\n${'x'.repeat(16)}\r\n`;
  const server = await serve((socket) => socket.end(`${CHUNKED}${chunk.repeat(200_000)}0\r\n\r\n`));
  const { send } = target(testSettings(server.baseUrl, { budget: { received: 4_000_000 } }));
  const { failure, response } = await send(ask, asker);
  expect([failure, response?.body.size]).toEqual([undefined, 3_200_000]);
  await expect(send(ask, asker)).rejects.toThrow('--max-received 4 is reached');
});
