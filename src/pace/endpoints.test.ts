import { afterEach, describe, expect, test } from 'vitest';
import { createTarget } from '../http/transport.ts';
import { type RawServer, rawServer } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import { BROKEN_OFF } from '../vocabulary/billed.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { type Target, TargetDown } from '../vocabulary/target.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A service whose behaviour the test decides request by request: null closes the connection, undefined is silence. */
async function service(
  answer: (request: string, n: number) => number | null | undefined,
  more: Partial<Settings> = {},
) {
  const server: RawServer = await rawServer((socket, request, n) => {
    const status = answer(request, n);
    if (status === null) socket.destroy();
    else if (status !== undefined) socket.write(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`);
  });
  const recorded: Exchange[] = [];
  const clock = leapingClock();
  const target = createTarget({
    settings: testSettings(server.baseUrl, { concurrency: 2, ...more }),
    keys: { main: 'sk-main-0123456789' },
    clock,
    onExchange: (e) => recorded.push(e),
  });
  open.push(server, target);
  return { server, target, recorded, clock };
}

const spec = (path: string, body = ''): RequestSpec => ({ method: 'POST', path, label: path, body });

async function many(target: Target, path: string, count: number) {
  const outcomes: (Exchange | Error)[] = [];
  for (let turn = 0; turn < count; turn++) {
    outcomes.push(await target.send(spec(path, `{"n":${turn}}`), { owner: path, turn }).catch((e) => e));
  }
  return outcomes;
}
const downs = (outcomes: (Exchange | Error)[]) => outcomes.filter((o) => o instanceof TargetDown).length;

describe('the breaker', () => {
  test('a target that is down spoils the rest quickly, and says why', async () => {
    const { target, server } = await service(() => null);
    const outcomes = await many(target, '/a', 100);
    expect(downs(outcomes)).toBe(95);
    expect(server.requests.length).toBeLessThan(12);
    const down = outcomes.at(-1) as Error;
    expect(down.message).toMatch(/^POST \/a stopped answering: .+, after 5 different requests in a row$/);
    expect(downs(await many(target, '/b', 10))).toBe(9);
  });

  test('a service that is gone died of a request that was in flight', async () => {
    const { target, server } = await service((request) => (request.includes('poison') ? null : 200));
    await many(target, '/a', 3);
    const bad = { constraint: 'request/unknown-field', kind: 'unknown', among: 'alone' } as const;
    const poison = { ...spec('/a', 'poison'), label: 'the poison', bad };
    await target.send(poison, { owner: '/a', turn: 9 }).catch(() => {});
    await server.close();
    const down = (await many(target, '/a', 20)).at(-1) as Error;
    expect(down.message).toMatch(/the connection was refused, .+; in flight when it went away: the poison$/);
  });

  test('an endpoint that is down spoils no other', async () => {
    const { target } = await service((request) => (request.includes(' /a ') ? null : 200));
    expect(downs(await many(target, '/a', 20))).toBe(15);
    expect(downs(await many(target, '/b', 20))).toBe(0);
  });

  test('requests that are dropped for what they are close nothing, while others are answered', async () => {
    const { target, recorded } = await service((request) => (request.includes('good') ? 200 : null));
    await target.send(spec('/a', 'good'), { owner: 'control', turn: 0 });
    const outcomes = await many(target, '/a', 40);
    expect(downs(outcomes)).toBe(0);
    expect(outcomes.every((o) => !(o instanceof Error) && o.failure?.kind === 'reset')).toBe(true);
    expect(recorded.filter((e) => e.owner === 'breaker').every((e) => e.response?.status === 200)).toBe(true);
  });

  test('its questions are never billed', async () => {
    const { target, server, recorded } = await service(() => null);
    for (let turn = 0; turn < 8; turn++) {
      const paid = { ...spec('/a', `{"n":${turn}}`), billable: { tokens: 5, choices: 1 } };
      await target.send(paid, { owner: 'o', turn }).catch(() => {});
    }
    const questions = recorded.filter((e) => e.owner === 'breaker');
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.every((e) => e.billable === undefined)).toBe(true);
    const bodies = server.requests.slice(5).map((request) => request.slice(request.indexOf('\r\n\r\n') + 4));
    expect(new Set(bodies)).toEqual(new Set(['{}', BROKEN_OFF]));
  });

  test('repeating one request closes nothing', async () => {
    // That the connection is closed has to be seen on a busy machine as well.
    const timeouts = { connectMs: 20_000, headersMs: 20_000, silenceMs: 20_000, totalMs: 40_000 };
    const { target } = await service(() => null, { timeouts });
    const same = spec('/a');
    for (let turn = 0; turn < 20; turn++) {
      expect((await target.send(same, { owner: 'o', turn })).failure?.kind).toBe('reset');
    }
  });

  test('a target that comes back is used again', async () => {
    let dead = true;
    const { target, clock } = await service(() => (dead ? null : 200));
    expect(downs(await many(target, '/a', 10))).toBe(5);
    dead = false;
    expect(downs(await many(target, '/a', 3))).toBe(3);
    await clock.sleep(20_000);
    expect(downs(await many(target, '/a', 10))).toBe(0);
  });

  test('a target that restarts within seconds is waited for', async () => {
    const { target } = await service((_, n) => (n < 7 ? null : 200));
    expect(downs(await many(target, '/a', 20))).toBe(0);
  });

  test('silence is suspected earlier, since each one costs a whole timeout', async () => {
    const { target, server } = await service((request) => (request.includes(' /a ') ? undefined : 200));
    expect(downs(await many(target, '/a', 10))).toBe(7);
    expect(downs(await many(target, '/b', 10))).toBe(0);
    expect(server.requests.length).toBeLessThan(20);
  });

  test('answers of 503 alone close it too, later', async () => {
    const { target } = await service(() => 503);
    const outcomes = await many(target, '/a', 60);
    expect(downs(outcomes)).toBe(40);
    expect((outcomes.at(-1) as Error).message).toContain('status 503');
  });

  test('a limit is an answer where connections were closed before', async () => {
    const { target } = await service((_, n) => (n < 5 ? null : 429));
    expect(downs(await many(target, '/a', 15))).toBe(0);
  });

  test('a limit that never ends closes it after a minute and a half, however few requests came', async () => {
    const { target, clock } = await service((_, n) => (n < 1 ? 200 : 429));
    await target.send(spec('/a', 'good'), { owner: 'o', turn: 0 });
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < 6; turn++) {
      outcomes.push(...(await many(target, '/a', 1)));
      await clock.sleep(30_000);
    }
    expect(outcomes.map((one) => one instanceof Error)).toEqual([false, false, false, false, true, true]);
  });

  test('requests that wait for the end of a limit are refused once it is known to last', async () => {
    const { target, clock } = await service((_, n) => (n < 1 ? 200 : 429));
    await target.send(spec('/a', 'good'), { owner: 'o', turn: 0 });
    const begun = clock.now();
    const outcomes: unknown[] = [];
    const loop = async (turn: number) => {
      // As long as it is limited, each asks again.
      for (let again = 0; again < 40; again++) {
        const outcome = await target.send(spec('/a', `{"n":${turn}}`), { owner: 'o', turn }).catch((e) => e);
        if (outcome instanceof Error) return outcomes.push(outcome);
      }
      return 0;
    };
    await Promise.all(Array.from({ length: 60 }, (_, turn) => loop(turn)));
    expect(downs(outcomes as never)).toBe(60);
    expect(clock.now() - begun).toBeLessThan(180_000);
  });

  test('requests that wait in line are refused as well', async () => {
    const { target, server } = await service(() => null);
    const sending = Array.from({ length: 200 }, (_, turn) =>
      target.send(spec('/a', `{"n":${turn}}`), { owner: 'o', turn }).catch((e) => e),
    );
    expect(downs(await Promise.all(sending))).toBeGreaterThan(190);
    expect(server.requests.length).toBeLessThan(20);
  });
});
