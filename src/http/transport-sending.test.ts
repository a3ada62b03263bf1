import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { BudgetSpent, RunStopped } from '../vocabulary/target.ts';

const OK = 'HTTP/1.1 200 OK\r\n';

describe('what goes out', () => {
  const sent = async (spec: Partial<RequestSpec>, settings: Partial<Settings> = {}, path = '') => {
    const server = await serve((socket) => socket.end(`${OK}content-length: 2\r\n\r\n{}`));
    const made = target(testSettings(server.baseUrl + path, settings), {
      keys: { main: 'sk-main-0123456789', emptyWallet: 'sk-empty/1' },
    });
    await made.send({ ...ask, ...spec }, asker);
    return server.requests[0]!;
  };

  test.each<[string, Partial<RequestSpec>, RegExp]>([
    ['the key as a bearer', {}, /\r\nAuthorization: Bearer sk-main-0123456789\r\n/],
    ['another key', { credential: 'empty-wallet' }, /\r\nAuthorization: Bearer sk-empty\/1\r\n/],
    [
      'another scheme',
      { authorization: 'Basic {key:base64}' },
      /\r\nAuthorization: Basic OnNrLW1haW4tMDEyMzQ1Njc4OQ==\r\n/,
    ],
    ['a made-up value', { authorization: 'Bearer unknown' }, /\r\nAuthorization: Bearer unknown\r\n/],
    ['no key', { authorization: null }, /^(?!.*authorization)/is],
    ['no key for nobody', { credential: 'none' }, /^(?!.*authorization)/is],
    [
      'the key in the query, URL-encoded',
      { credential: 'empty-wallet', path: '/x?key={key}' },
      /^POST \/x\?key=sk-empty%2F1 /,
    ],
    ['a replaced header', { headers: [['content-type', 'text/plain']] }, /\r\ncontent-type: text\/plain\r\n/],
    ['identity by default', {}, /\r\nAccept-Encoding: identity\r\n/],
    [
      'no header twice',
      { headers: [['ACCEPT-ENCODING', 'gzip']] },
      /^(?!.*identity).*ACCEPT-ENCODING: gzip/s,
    ],
  ])('%s', async (_, spec, pattern) => {
    expect(await sent(spec)).toMatch(pattern);
  });

  test('the user’s headers let nobody in', async () => {
    const extraHeaders = [['authorization', 'Bearer mine']] as const;
    expect(await sent({ credential: 'none' }, { extraHeaders })).not.toMatch(/authorization/i);
  });

  test('a prefix of the base URL, and the user’s headers', async () => {
    const request = await sent({}, { extraHeaders: [['X-Gate', 'open']] }, '/prefix/');
    expect(request).toMatch(/^POST \/prefix\/x HTTP\/1\.1\r\n/);
    expect(request).toMatch(/\r\nX-Gate: open\r\n/);
  });
});

describe('limits of the run', () => {
  const fine = (socket: Socket) => socket.write(`${OK}content-length: 2\r\n\r\n{}`);

  test('requests, and tokens of billable requests', async () => {
    const server = await serve(fine);
    const byRequests = target(testSettings(server.baseUrl, { budget: { requests: 2 } }));
    await byRequests.send(ask, asker);
    await byRequests.send(ask, asker);
    await expect(byRequests.send(ask, asker)).rejects.toThrow(BudgetSpent);
    const byTokens = target(testSettings(server.baseUrl, { budget: { tokens: 10 } }));
    const paid = { ...ask, billable: { tokens: 3, choices: 2 } };
    await byTokens.send(paid, asker);
    await expect(byTokens.send(paid, asker)).rejects.toThrow('--max-tokens 10');
    await byTokens.send(ask, asker);
    expect(byTokens.tally).toMatchObject({ requests: 2, billable: 1, tokens: 6 });
  });

  test('so many at a time', async () => {
    let under = 0;
    let most = 0;
    const server = await serve((socket) => {
      most = Math.max(most, ++under);
      setTimeout(() => {
        under -= 1;
        fine(socket);
      }, 10);
    });
    const made = target(testSettings(server.baseUrl, { concurrency: 3 }));
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => made.send(ask, { owner: 'o', turn })),
    );
    expect(most).toBe(3);
    expect(all.map((e) => e.turn)).toEqual([...all.keys()]);
  });

  test('so many per second, and a pause that a 429 asks for', async () => {
    const server = await serve((socket, _, n) => {
      if (n === 2) socket.write('HTTP/1.1 429 x\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n');
      else fine(socket);
    });
    const made = target(testSettings(server.baseUrl, { requestsPerSecond: 2 }));
    const starts: number[] = [];
    for (let turn = 0; turn < 4; turn++) starts.push((await made.send(ask, { owner: 'o', turn })).startedAt);
    expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(499);
    expect(starts[3]! - starts[2]!).toBeGreaterThanOrEqual(6_990);
  });

  test('stopping ends what is under way, records it, and sends no more', async () => {
    const server = await serve(() => {});
    const recorded: Exchange[] = [];
    const stop = new AbortController();
    const made = target(testSettings(server.baseUrl, { concurrency: 1 }), {
      signal: stop.signal,
      onExchange: (e) => recorded.push(e),
    });
    const sending = [made.send(ask, asker), made.send(ask, asker)].map((p) => p.catch((e) => e));
    setTimeout(() => stop.abort(), 50);
    for (const outcome of await Promise.all(sending)) expect(outcome).toBeInstanceOf(RunStopped);
    expect(recorded.map((e) => e.failure?.kind)).toEqual(['aborted']);
    await expect(made.send(ask, asker)).rejects.toThrow(RunStopped);
    await expect(made.clock.sleep(60_000)).rejects.toThrow(RunStopped);
  });
});

const LONG = { connectMs: 9_000, headersMs: 9_000, silenceMs: 9_000, totalMs: 9_000 };
test('an answer that never ends is given up, and not recorded, soon after the longest duration', async () => {
  const server = await serve((socket) => socket.write(`${OK}content-length: 2\r\n\r\n`));
  const recorded: Exchange[] = [];
  const made = target(testSettings(server.baseUrl, { budget: { durationMs: 10 }, timeouts: LONG }), {
    onExchange: (exchange) => recorded.push(exchange),
  });
  await expect(made.send(ask, asker)).rejects.toThrow(BudgetSpent);
  expect(recorded).toEqual([]);
  await expect(made.send(ask, asker)).rejects.toThrow('the limit --max-duration 0.01 is reached');
});
