import { expect, test } from 'vitest';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import { bodyText } from '../vocabulary/exchange.ts';

test.each([
  ['all of it came', 2, undefined],
  ['a part of it came', 3, 'cut'],
])('the blank behind the length of a body does not count: %s', async (_, length, kind) => {
  const server = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length} \r\n\r\n{}`);
    setTimeout(() => socket.end(), 50);
  });
  const exchange = await target(testSettings(server.baseUrl)).send(ask, asker);
  expect([bodyText(exchange), exchange.failure?.kind]).toEqual(['{}', kind]);
});

test.each([
  ['with the answer', 0],
  ['before the answer', 30],
])('a response 100 that nobody asked for, %s, is no answer', async (_, afterMs) => {
  const server = await serve((socket) => {
    const own = 'HTTP/1.1 200 OK\r\ncontent-length: 25\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
    if (afterMs === 0) socket.write(`HTTP/1.1 100 Continue\r\n\r\n${own}`);
    else {
      socket.write('HTTP/1.1 100 Continue\r\nx-hop: 1\r\n\r\n');
      setTimeout(() => {
        socket.write(own.slice(0, -25));
        setTimeout(() => socket.write(own.slice(-25)), afterMs);
      }, afterMs);
    }
  });
  const made = target(testSettings(server.baseUrl));
  for (const turn of [0, 1]) {
    const exchange = await made.send(ask, { owner: 'test', turn });
    expect([exchange.response?.status, bodyText(exchange), exchange.failure]).toEqual([
      200,
      'HTTP/1.1 100 Continue\r\n\r\n',
      undefined,
    ]);
  }
});
