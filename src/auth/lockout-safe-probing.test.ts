import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { goodRequest, refusable } from './endpoints.ts';
import { probeInTurn, reply, replyOf, status, turnsOf } from './lockout-safe-probing.ts';
import { paced } from './probes.ts';

const NAMES = ['one', 'two'] as const;
const ANSWER_MS = 1_500;

/** Groups of two invalid keys each at a service that responds as `answer` says, with the sequence of requests. */
function asking(answer: (label: string) => number) {
  const clock = leapingClock(0);
  const asked: string[] = [];
  const memory = new Map<string, Promise<unknown>>();
  // The first look, before any other key.
  let isFirst = true;
  const send = async (spec: RequestSpec): Promise<Exchange> => {
    await spec.turn?.();
    if (isFirst && spec.label === 'summary with the right key') {
      isFirst = false;
      return exchange({ status: 200, label: spec.label });
    }
    asked.push(spec.label);
    const code = answer(spec.label);
    await clock.sleep(ANSWER_MS);
    return exchange({ status: code, label: spec.label });
  };
  const ask = {
    send,
    shared: (name: string, make: (own: Requester) => Promise<unknown>) => {
      if (!memory.has(name)) memory.set(name, make(ask));
      return memory.get(name);
    },
  } as unknown as Requester;
  const context = { ...ask, model: 'm', clock } as unknown as CheckContext;
  const before = (name: string) => ({ ...goodRequest('stats', 'm'), label: `${name} before` });
  const group = (name: string, batch = name, isPrepared = false, lateMs = 0) => {
    const prepare = (own: Requester) => (isPrepared ? reply(own, before(name)) : Promise.resolve());
    return probeInTurn(context, ask, { name, batch, prepare }, async (own) => ({
      replies: await paced(context, own, name, NAMES, (one) =>
        refusable(goodRequest('stats', 'm'), `${name} ${one}`),
      ),
      control: async () => {
        if (lateMs > 0) await clock.sleep(lateMs);
        return reply(own, { ...goodRequest('stats', 'm'), label: `${name} right` });
      },
    }));
  };
  return { asked, clock, group };
}

test('the right key follows each group before the next one begins, and is not waited for', async () => {
  const { asked, clock, group } = asking((label) => (label.endsWith('right') ? 200 : 401));
  const groups = await Promise.all(['a', 'b', 'c'].map((name) => group(name)));
  expect(asked).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} one`, `${name} two`, `${name} right`]));
  expect(groups.map(({ control }) => status(control))).toEqual([200, 200, 200]);
  expect(clock.now()).toBeLessThan(5 * ANSWER_MS);
});

test('groups of a batch go at the same time, each with the right key after it', async () => {
  const { asked, group } = asking(() => 200);
  await Promise.all([group('a', 'forms'), group('b', 'forms'), group('c')]);
  const at = (label: string) => asked.indexOf(label);
  for (const name of ['a', 'b']) {
    expect(at(`${name} right`)).toBeGreaterThan(at(`${name} two`));
    expect(at('c one')).toBeGreaterThan(at(`${name} two`));
  }
  expect(at('b one')).toBeLessThan(at('a right'));
});

test('what a group asks beforehand goes out beside the batch before it', async () => {
  const { asked, clock, group } = asking((label) => (label.endsWith('right') ? 200 : 401));
  await Promise.all([group('a'), group('b', 'late', true), group('c', 'late')]);
  const at = (label: string) => asked.indexOf(label);
  expect(at('b before')).toBeLessThan(at('a right'));
  expect(at('b one')).toBeGreaterThan(at('a two'));
  expect(clock.now()).toBeLessThan(3.5 * ANSWER_MS);
});

test('a lock-out is waited for before the group after the next', async () => {
  let locked = false;
  let looks = 0;
  const { asked, group } = asking((label) => {
    if (label === 'a two') locked = true;
    if (label === 'summary with the right key') locked = ++looks < 2;
    return locked ? 423 : /right( key)?$/.test(label) ? 200 : 401;
  });
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => group(name)));
  expect([a, b, c].map((probed) => status(probed?.control))).toEqual([423, 423, 200]);
  expect(asked.indexOf('c one')).toBeGreaterThan(asked.lastIndexOf('summary with the right key'));
});

test('a lock-out that ends before the right key follows leaves the group undecided all the same', async () => {
  let locked = false;
  let looks = 0;
  const { asked, group } = asking((label) => {
    if (label === 'a two') locked = true;
    if (label === 'summary with the right key') locked = ++looks < 2;
    // It takes its time: the right key follows after the lock-out.
    if (label === 'b right') return 200;
    return locked ? 423 : /right( key)?$/.test(label) ? 200 : 401;
  });
  const [a, b] = await Promise.all([group('a', 'first'), group('b', 'second', false, 45_000)]);
  expect(asked.indexOf('b right')).toBeGreaterThan(asked.lastIndexOf('summary with the right key'));
  expect([a, b].map((probed) => status(probed?.control))).toEqual([423, 423]);
});

test.each([
  ['is answered 200 and broken off', 200, false],
  ['is answered 503', 503, true],
])('a right key that %s every time is a reason to ask no more: %s', async (_, code, isSpoilt) => {
  const failure = code === 200 ? { failure: { kind: 'reset', message: 'broke off' } as const } : {};
  const undecided = new Inconclusive('nothing decisive', [exchange({ status: code, ...failure })]);
  const memory = new Map<string, Promise<unknown>>();
  const ask = {
    send: async () => exchange({ status: 200 }),
    shared: (name: string, make: (own: Requester) => Promise<unknown>) => {
      if (!memory.has(name)) memory.set(name, make(ask));
      return memory.get(name);
    },
  } as unknown as Requester;
  const context = { ...ask, model: 'm', clock: leapingClock(0) } as unknown as CheckContext;
  await probeInTurn(context, ask, { name: 'a' }, async () => ({
    replies: new Map(),
    control: async () => undecided,
  }));
  expect((await turnsOf(ask)).spoilt !== undefined).toBe(isSpoilt);
});

test('of a body that breaks off alike every time the status is known, of others nothing', () => {
  const cut = { kind: 'cut', message: 'reset' } as const;
  const broken = [0, 1, 2].map((n) => exchange({ id: `e${n}`, status: 200, body: '[', failure: cut }));
  const probed = (of: readonly (typeof broken)[number][]) => ({
    replies: new Map([['none', new Inconclusive('reset', of)]]),
    control: new Inconclusive('reset', broken),
  });
  expect(replyOf(probed(broken), 'none')).toEqual({ probe: broken[2], control: broken[2] });
  expect(() => replyOf(probed(broken.slice(1)), 'none')).toThrow(Inconclusive);
});
