import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { testSettings } from '../testing/settings.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { bodyText } from '../vocabulary/exchange.ts';
import { createGate } from './gate.ts';
import { createPseudonyms } from './pseudonyms.ts';

const PROVIDER = 'sales@nimbus.test';
const STATS = '/api/v1/usage/stats';
const asker = { owner: 'a', turn: 0 };

test('a request is sent with the words of the service, and recorded as the check asked', async () => {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    sent.push(request.url!);
    response.end(JSON.stringify([{ model_provider: PROVIDER }]));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const settings = testSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const gate = createGate(settings, createRedactor([]), createPseudonyms(Buffer.from('salt')));
  const target = createTarget({ settings, keys: { main: 'k' }, clock: wallClock, gate, onExchange() {} });
  const ask = (path: string, body?: string) =>
    target.send({ method: body ? 'POST' : 'GET', path, label: '', ...(body && { body }) }, asker);
  try {
    const [{ model_provider: known }] = JSON.parse(bodyText(await ask(STATS)));
    expect(known).not.toBe(PROVIDER);
    const filter = (value: string) => `?provider=${encodeURIComponent(value)}`;
    const filtered = await ask(STATS + filter(known));
    const other = await ask(STATS + filter(`no-${known}`));
    const call = await ask('/api/v1/chat/completions', `{"tool_call_id":"${known}","to":"a@example.com"}`);
    expect(sent.slice(1, 3)).toEqual([STATS + filter(PROVIDER), STATS + filter(`no-${known}`)]);
    expect([filtered, other].map(({ request }) => new URL(request.url).search)).toEqual([
      filter(known),
      filter(`no-${known}`),
    ]);
    expect(Buffer.from(call.request.body).toString()).toContain(`"${known}","to":"a@example.com"`);
  } finally {
    await target.close();
    server.close();
  }
});
