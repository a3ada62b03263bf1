import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testSettings } from '../testing/settings.ts';
import { wallClock } from '../vocabulary/clock.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createTarget } from './transport.ts';

/** A target that says over which connection each request came, and what asks it. */
async function counting() {
  const numbers = new Map<object, number>();
  const server = createServer(({ socket }, response) => {
    const number = numbers.get(socket) ?? numbers.size;
    numbers.set(socket, number);
    response.end(String(number));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = createTarget({
    settings: testSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    keys: { main: 'sk-main-0123456789' },
    clock: wallClock,
    onExchange: () => {},
  });
  let turn = 0;
  const over = async (connection?: string, owner = 'path/stats') => {
    const spec: RequestSpec = { method: 'GET', path: '/', label: 'x', ...(connection && { connection }) };
    const { response } = await target.send(spec, { owner, turn: turn++ });
    return Buffer.from(response!.body.bytes).toString();
  };
  return {
    target,
    over,
    [Symbol.asyncDispose]: async () => {
      await target.close();
      server.close();
    },
  };
}

test('requests that name a connection share it with nobody else, and not with repetitions', async () => {
  await using service = await counting();
  const { over } = service;
  const named: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < 3; i++) {
    others.push(await over());
    named.push(await over('a'));
  }
  const repeated = [await over('a', 'path/stats#2'), await over('a', 'path/stats#2')];
  expect(new Set(named).size).toBe(1);
  expect(new Set(repeated).size).toBe(1);
  expect(new Set([...named, ...repeated, await over('b')]).intersection(new Set(others)).size).toBe(0);
  expect(new Set([...named, ...repeated, await over('b')]).size).toBe(3);
});

test('once connections are separate, each request has its own, and names keep theirs', async () => {
  await using service = await counting();
  const { over, target } = service;
  const before = [await over(), await over(), await over('a')];
  target.separate();
  const after = [await over(), await over(), await over()];
  expect(new Set([...before, ...after]).size).toBe(new Set(before).size + after.length);
  expect(await over('a')).toBe(before[2]);
});
