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
