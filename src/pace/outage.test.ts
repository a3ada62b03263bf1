import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createOutageGuard } from './outage.ts';

const PATH = '/api/v1/chat/completions';
const flawed: RequestSpec = { method: 'POST', path: PATH, body: '{"temperature":3}', label: 'a flaw' };
const probe: RequestSpec = { method: 'POST', path: PATH, body: '{"n":0}', label: 'a probe' };

/** What a probe comes to that is answered with 500, where the control is answered with these, one after the other. */
async function inspected(statuses: readonly number[], known: RequestSpec = flawed) {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const guard = createOutageGuard();
  const left = [...statuses];
  const asked: string[] = [];
  const ways = {
    again: async (spec: RequestSpec) => {
      asked.push(spec.label);
      return exchange({ status: 422 });
    },
    control: async (spec: RequestSpec) => {
      asked.push(spec.label.split(',')[0]!);
      return exchange({ status: left.shift() ?? 500 });
    },
  };
  await guard.inspect(exchange({ status: 422 }), known, ways, clock);
  const answer = await guard.inspect(exchange({ status: 500 }), probe, ways, clock);
  return { status: answer.response?.status, asked, seconds: now / 1000 };
}

test('a server error is the answer where a control is answered as before', async () => {
  expect(await inspected([422])).toMatchObject({ status: 500, asked: ['a flaw'], seconds: 0 });
});

test('a request is asked for again when a service is back that answered everything so', async () => {
  const seen = await inspected([500, 500, 422]);
  expect(seen).toMatchObject({ status: 422, asked: ['a flaw', 'a flaw', 'a flaw', 'a probe'] });
  expect(seen.seconds).toBe(1.5);
});

test('nothing is said of a probe where a service does not come back', async () => {
  await expect(inspected([])).rejects.toThrow('status 500 for all requests');
});

test('what should be served is judged by it, and waited for once', async () => {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
  };
  const guard = createOutageGuard();
  const down = async () => exchange({ status: 500 });
  const inspect = (status: number, spec: RequestSpec) =>
    guard.inspect(exchange({ status }), spec, { again: down, control: down }, { now: () => now, sleep });
  const good = { ...probe, billable: { tokens: 1, choices: 1 } };
  await inspect(422, flawed);
  expect((await inspect(500, good)).response?.status).toBe(500);
  const first = now;
  expect(first).toBeLessThan(60_000);
  await inspect(500, good);
  expect(now).toBe(first);
  await inspect(422, flawed);
  await inspect(500, good);
  expect(now).toBe(2 * first);
});

test.each([
  ['was billed', { ...flawed, billable: { tokens: 1, choices: 1 } }],
  ['went without a key', { ...flawed, credential: 'none' as const }],
  ['is the same', probe],
  ['was of another path', { ...flawed, path: '/api/v1/usage/stats' }],
])('what %s is no control', async (_, known) => {
  expect(await inspected([], known)).toMatchObject({ status: 500, asked: [], seconds: 0 });
});
