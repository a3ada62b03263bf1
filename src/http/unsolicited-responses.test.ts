import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSession } from '../engine/run-checks.ts';
import { exchange } from '../testing/exchange.ts';
import { phases } from '../testing/phases.ts';
import { ask, asker, serve, target } from '../testing/raw-target.ts';
import { check, get, not200, settings } from '../testing/scripted-checks.ts';
import { testSettings } from '../testing/settings.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

const answered = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\n{}`;

test.each([
  ['soon after', 5],
  ['together with the answer', 0],
])('an answer that nobody asked for, %s, is told with what is repeated', async (_, afterMs) => {
  const server = await serve((socket, request) => {
    const own = answered('200 OK');
    const close = /connection: close/i.test(request);
    if (close || afterMs > 0) socket.write(own);
    if (close) socket.end();
    else if (afterMs === 0) socket.write(own + own);
    else setTimeout(() => socket.write(own), afterMs);
  });
  const made = target(testSettings(server.baseUrl));
  const first = await made.send(ask, asker);
  await delay(50);
  const next = await made.send(ask, { owner: 'test', turn: 1 });
  const again = await made.send(ask, { owner: 'test#2', turn: 0 });
  expect([first, next].flatMap((e) => e.doubted ?? [])).toContain('e1');
  expect(again.doubted).toEqual(['e1', 'e2']);
});

test('a connection that the service closes while it is idle says nothing', async () => {
  const server = await serve((socket) => {
    socket.write(answered('200 OK'));
    setTimeout(() => socket.end(), 5);
  });
  const made = target(testSettings(server.baseUrl));
  await made.send(ask, asker);
  await delay(50);
  expect((await made.send(ask, { owner: 'test#2', turn: 0 })).doubted).toBeUndefined();
});

/** The first request for each path is answered with 400, each repetition with 200; these exchanges are doubted then. */
async function judged(paths: readonly string[], doubted: readonly string[]) {
  const sent: string[] = [];
  const scripted = {
    ...target({ ...settings }),
    send: async ({ path }: { path: string }, { owner, turn }: { owner: string; turn: number }) => {
      sent.push(path);
      const again = owner.endsWith('#2');
      const made = exchange({ id: `e${sent.length}`, status: again ? 200 : 400 });
      return { ...made, owner, turn, ...(again && { doubted }) } as Exchange;
    },
  };
  const items = paths.map((path) => (a: { send(spec: object): Promise<Exchange> }) => a.send(get(path)));
  const session = createSession({
    checks: [check((context) => context.verifyEach(items, not200))],
    settings,
    credentials: [],
    target: scripted as never,
    phases: phases((a) => a.send(get('/plain'))),
  });
  return { line: (await session.all())[0]!, sent };
}

test('what may be the answer to another request is not held against anyone, and is told', async () => {
  const { line } = await judged(['/a'], ['e1']);
  expect(line).toMatchObject({ verdict: 'pass', findings: [] });
  expect(line.message).toBe(
    'held in 1 exchange; ignored e1, because the connection had an unsolicited response',
  );
});

test('what shows the same beside it is repeated in its turn', async () => {
  const { line, sent } = await judged(['/a', '/b'], ['e1']);
  expect(line).toMatchObject({ verdict: 'warn', findings: [{ exchanges: ['e2', 'e4'] }] });
  // The last time, both are in flight again.
  expect(sent).toEqual(['/a', '/b', '/a', '/b', '/a', '/b']);
});
