import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import type { Exchange, FailureKind, RequestSpec } from '../vocabulary/exchange.ts';
import { Kinds } from './kinds.ts';

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
  ['comments without an end', comments, /in a row did not end: the body exceeds the limit of 4194304 bytes/],
  ['a byte at a time', drip, /in a row did not end: the exchange did not end within 400 ms/],
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
  exchange({
    status,
    ...(failure && { body: '', failure: { kind: failure as FailureKind, message: 'why' } }),
  });

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
  const bodies = new Kinds();
  for (const exchange of seen) bodies.hear(spec, exchange);
  if (refused)
    expect(() => bodies.refuse(stream)).toThrow('3 bodies of POST /c (streamed) in a row did not end');
  else expect(() => bodies.refuse(stream)).not.toThrow();
});

const post = (body: string): RequestSpec => ({ method: 'POST', path: '/c', label: '', body });
const timeOut = exchange({ status: null, failure: { kind: 'timeout-headers', message: 'no headers' } });
const refusal = exchange({ status: 400 });

test.each<[string, [RequestSpec, Exchange][], boolean]>([
  ['three of its kind that were not', ['{', '[1', 'x'].map((body) => [post(body), timeOut]), true],
  ['two of its kind that were not', ['{', '[1'].map((body) => [post(body), timeOut]), false],
  ['three of another kind that were not', ['{}', '[]', '1'].map((body) => [post(body), timeOut]), false],
  [
    'three that were not, and one that was',
    [[post('}'), refusal], ...['{', '[1', 'x'].map((body): [RequestSpec, Exchange] => [post(body), timeOut])],
    false,
  ],
])('a body that is no JSON is not sent, as it is never answered, after %s', (_, seen, refused) => {
  const kinds = new Kinds();
  for (const [spec, exchange] of seen) kinds.hear(spec, exchange);
  if (refused) expect(() => kinds.refuse(post('{"a":'))).toThrow('requests of this kind get no answer');
  else expect(() => kinds.refuse(post('{"a":'))).not.toThrow();
});

describe('a limit that nobody passes', () => {
  const limited = (startedAt: number) => exchange({ status: 429, startedAt });
  const poor: RequestSpec = { ...post('{}'), credential: 'empty-wallet' };

  test('for longer than a minute is not waited for by each request', () => {
    const kinds = new Kinds();
    for (const at of [0, 20_000, 74_000]) kinds.hear(poor, limited(at));
    expect(kinds.known(poor, limited(74_000))).toBeUndefined();
    expect(kinds.known(poor, limited(75_000))).toEqual({ attempts: 1 });
    expect(kinds.known(post('{}'), limited(75_000))).toBeUndefined();
  });

  test('of a key is not waited for at each endpoint', () => {
    const kinds = new Kinds();
    const elsewhere: RequestSpec = { ...poor, method: 'GET', path: '/api/v1/usage/stats' };
    kinds.hear(poor, limited(0));
    kinds.hear(elsewhere, exchange({ status: 404 }));
    expect(kinds.known(elsewhere, limited(74_000))).toBeUndefined();
    expect(kinds.known(elsewhere, limited(75_000))).toEqual({ attempts: 1 });
    kinds.hear(elsewhere, exchange({ status: 200 }));
    expect(kinds.known(elsewhere, limited(75_000))).toBeUndefined();
    expect(kinds.known(poor, limited(75_000))).toEqual({ attempts: 1 });
  });

  test('is another one once somebody passed', () => {
    const kinds = new Kinds();
    kinds.hear(poor, limited(0));
    kinds.hear(poor, refusal);
    kinds.hear(poor, limited(60_000));
    expect(kinds.known(poor, limited(80_000))).toBeUndefined();
  });
});

test('where no response comes to its end, a dozen are enough for every kind', () => {
  const stalled = exchange({
    failure: { kind: 'timeout-body', message: 'no data for 10 ms within the body' },
  });
  const specs = Array.from({ length: 12 }, (_, i): RequestSpec => ({ ...plain, path: `/${i}` }));
  const [none, one] = [new Kinds(), new Kinds()];
  for (const spec of specs) {
    for (const kinds of [none, one]) expect(() => kinds.refuse(stream)).not.toThrow();
    none.hear(spec, stalled);
    one.hear(spec, spec.path === '/7' ? answer(422) : stalled);
  }
  expect(() => none.refuse(stream)).toThrow('none of 12 responses came to its end');
  one.hear(plain, stalled);
  expect(() => one.refuse(stream)).not.toThrow();
});
