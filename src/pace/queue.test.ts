import { describe, expect, test, vi } from 'vitest';
import { testSettings } from '../testing/settings.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import { Queue } from './queue.ts';
import type { Passage } from './window.ts';

/** Sends `count` requests, one after the other, against a limit of so many in a sliding window. */
async function against(limit: { requests: number; windowMs: number; asks?: boolean }, count: number) {
  const clock = leapingClock(0);
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), clock);
  const passed: number[] = [];
  let refused = 0;
  for (let done = 0; done < count; ) {
    const passage = await pacer.enter('any');
    const now = clock.now();
    const recent = passed.filter((at) => now - at < limit.windowMs);
    if (recent.length < limit.requests) {
      passed.push(now);
      pacer.taken(passage);
      done++;
    } else {
      refused++;
      pacer.tooFast(passage, limit.asks ? recent[0]! + limit.windowMs - now : undefined);
    }
    pacer.leave();
  }
  return { refused, ms: clock.now() };
}

/** How long `count` requests take of which one in `each` is refused, whatever the pace. */
async function refusedOneIn(each: number, count: number): Promise<number> {
  const clock = leapingClock(0);
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), clock);
  for (let asked = 1; asked <= count; asked++) {
    const passage = await pacer.enter('any');
    if (asked % each === 0) pacer.tooFast(passage, undefined);
    else pacer.taken(passage);
    pacer.leave();
  }
  return clock.now();
}

describe('a limit of the service is learnt from its refusals', () => {
  test.each([
    ['15 in a second', { requests: 15, windowMs: 1_000 }, 600],
    ['60 in a minute', { requests: 60, windowMs: 60_000 }, 240],
    ['250 in half a minute', { requests: 250, windowMs: 30_000 }, 1000],
    ['one in two seconds', { requests: 1, windowMs: 2_000 }, 60],
    ['60 in a minute, with Retry-After', { requests: 60, windowMs: 60_000, asks: true }, 240],
  ] as const)('%s', async (_, limit, count) => {
    const { refused, ms } = await against(limit, count);
    const least = (count / limit.requests - 1) * limit.windowMs;
    expect(refused).toBeLessThan(count / 10);
    expect(ms).toBeLessThan(least * 2 + 2 * limit.windowMs);
  });

  test.each([
    ['3 in a second', { requests: 3, windowMs: 1_000 }],
    ['10 in a second', { requests: 10, windowMs: 1_000 }],
  ])('%s: once it is known, hardly anything is lost to it', async (_, limit) => {
    const { ms } = await against(limit, 860);
    expect(ms).toBeLessThan(1.12 * (860 / limit.requests) * limit.windowMs);
  });

  test.each([12, 10])(
    'one refusal in %i that no pace prevents does not make it ever slower',
    async (each) => {
      expect(await refusedOneIn(each, 1_000)).toBeLessThan(5 * 1_000 * (1_000 / each));
    },
  );

  test('what was put off goes first, what much waits for next, and what is unhurried at last', async () => {
    const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 1 }), leapingClock(0));
    const went: string[] = [];
    await pacer.enter('any');
    const waiting = (['unhurried', undefined, 'pressing', 7, undefined, 4, 9] as const).map(
      async (urgency) => {
        await pacer.enter('any', urgency);
        went.push(String(urgency ?? 'plain'));
        pacer.leave();
      },
    );
    pacer.leave();
    await Promise.all(waiting);
    expect(went).toEqual(['4', '7', '9', 'pressing', 'plain', 'plain', 'unhurried']);
  });

  test.each([
    [8, 6],
    [3, 3],
    [1, 1],
  ])('of %i slots, unhurried requests take %i, and others the rest', async (concurrency, most) => {
    const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency }), leapingClock(0));
    const went: string[] = [];
    const enter = async (urgency: 'unhurried' | undefined) => {
      await pacer.enter('any', urgency);
      went.push(urgency ?? 'plain');
    };
    for (let n = 0; n < 20; n++) void enter('unhurried');
    await new Promise((resolve) => setImmediate(resolve));
    expect(went).toHaveLength(most);
    for (let n = 0; n < 20; n++) void enter(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(went.filter((one) => one === 'plain')).toHaveLength(concurrency - most);
  });

  test('a few refusals at the beginning, and none after them, are soon forgotten', async () => {
    const clock = leapingClock(0);
    const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), clock);
    for (let asked = 0; asked < 500; asked++) {
      const passage = await pacer.enter('any');
      if (asked < 5) pacer.tooFast(passage, undefined);
      else pacer.taken(passage);
      pacer.leave();
    }
    expect(clock.now()).toBeLessThan(60_000);
  });

  test.each([20, 15])('one refusal in %i, whatever the pace, costs its pause alone', async (each) => {
    expect(await refusedOneIn(each, 1_000)).toBeLessThan(1.2 * 1_000 * (1_000 / each));
  });

  test('without refusals nothing waits', async () => {
    const { refused, ms } = await against({ requests: 1e9, windowMs: 1_000 }, 500);
    expect(refused).toBe(0);
    expect(ms).toBeLessThan(1_000);
  });
});

/** How many of `count` requests, each of which takes 25 ms, a service refuses that bears so many at a time, and how long they take. */
async function atATime(most: number, count: number) {
  const clock = leapingClock(0);
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 16 }), clock);
  let underWay = 0;
  let refused = 0;
  const send = async (): Promise<void> => {
    const passage = await pacer.enter('any');
    const isRefused = underWay >= most;
    underWay += Number(!isRefused);
    await clock.sleep(25);
    underWay -= Number(!isRefused);
    refused += Number(isRefused);
    if (isRefused) pacer.tooFast(passage, undefined);
    else pacer.taken(passage);
    pacer.leave();
    if (isRefused) await send();
  };
  await Promise.all(Array.from({ length: count }, send));
  return { refused, ms: clock.now() };
}

test.each([1, 2, 3, 5])('%i at a time are found, and hardly any request is refused', async (most) => {
  const { refused, ms } = await atATime(most, 1_000);
  expect(refused).toBeLessThan(30);
  expect(ms).toBeLessThan((1.3 * 1_000 * 25) / most + 2_000);
});

test('a limit of one kind of request leaves the others alone', async () => {
  const clock = leapingClock(0);
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), clock);
  const taken: number[] = [];
  const send = async (kind: string): Promise<void> => {
    const passage = await pacer.enter(kind);
    await clock.sleep(10);
    const now = clock.now();
    const isRefused = kind === 'limited' && taken.filter((at) => now - at < 1_000).length >= 4;
    if (isRefused) pacer.tooFast(passage, undefined);
    else pacer.taken(passage);
    if (kind === 'limited' && !isRefused) taken.push(now);
    pacer.leave();
    if (isRefused) await send(kind);
  };
  const limited = Promise.all(Array.from({ length: 200 }, () => send('limited')));
  await Promise.all(Array.from({ length: 1_000 }, () => send('free')));
  expect(clock.now()).toBeLessThan(30_000);
  await limited;
  expect(clock.now()).toBeLessThan(60_000);
});

test('where fewer at a time are borne half as many go, and more only after a long time', async () => {
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), leapingClock(0));
  const inFlight: Passage[] = [];
  const enter = () => void pacer.enter('any').then((passage) => inFlight.push(passage));
  for (let i = 0; i < 8; i++) enter();
  await vi.waitFor(() => expect(inFlight.length).toBe(8));
  pacer.fewer();
  for (let i = 0; i < 20; i++) {
    pacer.taken(inFlight[0]!);
    pacer.leave();
    enter();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  // Eight were let go before, and four of those that followed twenty answers.
  expect(inFlight.length).toBe(8 + 20 - 4);
});

test('what goes alone waits until all that is in flight has left, and the others wait for it', async () => {
  const pacer = new Queue(testSettings('http://127.0.0.1:1', { concurrency: 8 }), leapingClock(0));
  const passed: string[] = [];
  const enter = (name: string, urgency?: 'alone') =>
    void pacer.enter('any', urgency).then(() => passed.push(name));
  const others = () => new Promise((resolve) => setTimeout(resolve, 5));
  enter('first');
  enter('second');
  enter('alone', 'alone');
  enter('third');
  await others();
  expect(passed).toEqual(['first', 'second']);
  pacer.leave();
  await others();
  expect(passed).toEqual(['first', 'second']);
  pacer.leave();
  await others();
  expect(passed).toEqual(['first', 'second', 'alone']);
  pacer.leave();
  await others();
  expect(passed).toEqual(['first', 'second', 'alone', 'third']);
});
