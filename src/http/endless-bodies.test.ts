import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { EndlessBodies } from './endless-bodies.ts';

const OK = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** Comments for ever, as fast as they are read. */
function comments(socket: Socket): void {
  const piece = Buffer.from(': still here\n\n'.repeat(5_000));
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  const more = (): void => {
    while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', more);
  };
  socket.write(OK, more);
}

/** One byte of a chunk of a stream every few milliseconds. */
function drip(socket: Socket): void {
  socket.write(`${OK}ffffff\r\n`);
  const timer = setInterval(() => socket.write('d'), 20);
  socket.once('close', () => clearInterval(timer));
}

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['comments without an end', comments, /in a row had no end in reach: the body exceeds 4194304 bytes/],
  ['a byte at a time', drip, /in a row had no end in reach: the exchange did not end within 400 ms/],
])('after three bodies of %s no more are asked for', async (_, answer, why) => {
  let requests = 0;
  const server = await serve((socket) => {
    requests += 1;
    answer(socket);
  });
  const timeouts = { connectMs: 2_000, headersMs: 2_000, silenceMs: 2_000, totalMs: 400 };
  const settings = testSettings(server.baseUrl, answer === drip ? { timeouts } : {});
  const { send } = target(settings);
  for (let turn = 0; turn < 3; turn++) expect((await send(ask, asker)).failure).toBeDefined();
  await expect(send(ask, asker)).rejects.toThrow(why);
  expect(requests).toBe(3);
});

const stream: RequestSpec = {
  method: 'POST',
  path: '/c',
  label: '',
  body: '{"stream":true}',
  billable: { tokens: 1, choices: 1 },
};
const plain: RequestSpec = { ...stream, body: '{}' };
const answer = (status: number, failure?: string) =>
  ({ response: { status }, ...(failure && { failure: { kind: failure, message: 'why' } }) }) as Exchange;

test.each<[string, RequestSpec, Exchange[], boolean]>([
  ['three of its kind', stream, Array(3).fill(answer(200, 'too-large')), true],
  ['three of another kind', plain, Array(3).fill(answer(200, 'too-large')), false],
  ['a whole one between', stream, [2, 0, 2].map((n) => answer(200, n ? 'too-large' : undefined)), false],
  [
    'refusals between',
    stream,
    [2, 0, 2, 0, 2].map((n) => (n ? answer(200, 'too-large') : answer(422))),
    true,
  ],
  ['three that broke off', stream, Array(3).fill(answer(200, 'cut')), false],
])('a stream after %s is refused: %s', (_, spec, seen, refused) => {
  const bodies = new EndlessBodies();
  for (const exchange of seen) bodies.note(spec, exchange);
  if (refused)
    expect(() => bodies.refuse(stream)).toThrow('3 bodies of POST /c (streamed) in a row had no end');
  else expect(() => bodies.refuse(stream)).not.toThrow();
});
