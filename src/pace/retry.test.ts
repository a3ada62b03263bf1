import { describe, expect, test } from 'vitest';
import { silentBody } from '../http/failure.ts';
import { exchange } from '../testing/exchange.ts';
import { testSettings } from '../testing/settings.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, Failure, RequestSpec } from '../vocabulary/exchange.ts';
import { createTally } from '../vocabulary/tally.ts';
import { type KnownKind, RunStopped, TargetDown } from '../vocabulary/target.ts';
import { brokenAlike, isTransient } from '../vocabulary/transient.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { sendWithRetry } from './retry.ts';

const spec: RequestSpec = { method: 'GET', path: '/x', label: 'x' };
const settings = testSettings('http://service.test');
const failed = (kind: Failure['kind'], body?: string): Exchange =>
  exchange({ failure: { kind, message: kind }, ...(body === undefined ? { status: null } : { body }) });

const silent = exchange({ failure: silentBody(60_000), body: 'abc' });

test.each([408, 429, 502, 503, 504, 520, 523, 527, 529])('%i may pass', (status) => {
  expect(isTransient(exchange({ status }))).toBe(true);
});
test.each([200, 201, 302, 400, 401, 402, 404, 422, 500, 501, 505, 519, 528])('%i is an answer', (status) => {
  expect(isTransient(exchange({ status }))).toBe(false);
});

/** Asks with these answers one after the other, the last one for ever. */
async function ask(answers: (Exchange | Error)[], more = {}) {
  const clock = leapingClock();
  const waits: number[] = [];
  const watched = {
    now: () => clock.now(),
    sleep: (ms: number) => {
      waits.push(ms);
      return clock.sleep(ms);
    },
  };
  let calls = 0;
  const send = async () => {
    const answer = answers[Math.min(calls++, answers.length - 1)]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const tally = createTally();
  const outcome = await sendWithRetry(send, spec, { clock: watched, settings, tally, ...more }).catch(
    (e) => e,
  );
  return { outcome, calls, waits, tally };
}

describe('transient answers are retried', () => {
  test('unless others show the violation meanwhile, which needs no further attempt', async () => {
    const needless = new Inconclusive('not repeated', [], undefined, { isShown: true });
    const { outcome } = await ask([failed('cut', 'abc'), needless]);
    expect(outcome).toBe(needless);
  });

  test('until a good one comes', async () => {
    const good = exchange();
    const { outcome, calls, waits, tally } = await ask([exchange({ status: 503 }), failed('reset'), good]);
    expect(outcome).toBe(good);
    expect(calls).toBe(3);
    expect(waits).toEqual([500, 1000]);
    expect(tally.retries).toEqual({ 503: 1, reset: 1 });
  });

  test('less often where it was learnt that more is in vain', async () => {
    const knows = (known: KnownKind | undefined) =>
      ask([exchange({ status: 503 })], { health: { known: () => known } });
    expect((await knows({ attempts: 2 })).calls).toBe(2);
    expect((await knows(undefined)).calls).toBe(5);
    const { calls, outcome } = await knows({ attempts: 1, steady: 'why', toldBy: 'request/n-wrong-type' });
    expect([calls, outcome.message, outcome.blockedBy]).toEqual([1, 'why', 'request/n-wrong-type']);
    expect(outcome).toMatchObject({ isSteady: true });
  });

  test.each<[string, Exchange, number]>([
    ['503', exchange({ status: 503 }), 5],
    ['429', exchange({ status: 429 }), 5],
    ['a dropped connection', failed('reset'), 5],
    ['a refused connection', failed('refused'), 5],
    ['silence', failed('timeout-headers'), 2],
    ['a certificate', failed('tls'), 1],
    ['a body that is too large', failed('too-large', 'xxx'), 1],
    ['a body cut at the same place', failed('cut', 'xxx'), 3],
    ['a body that falls silent', silent, 3],
    ['a body that never ends', failed('timeout-body', 'xxx'), 2],
  ])('%s to the end leaves it undecided', async (_, answer, attempts) => {
    const { outcome, calls } = await ask([answer]);
    expect(outcome).toBeInstanceOf(Inconclusive);
    expect(outcome.exchanges).toHaveLength(attempts);
    expect(calls).toBe(attempts);
  });

  test.each<[string, Exchange, number]>([
    ['a body cut at the same place', failed('cut', 'xxx'), 5],
    ['a 503', exchange({ status: 503, startedAt: Date.now() }), 9],
  ])('a limit in between is no attempt: %s', async (_, answer, calls) => {
    const limit = exchange({ status: 429 });
    const answers = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? answer : limit));
    const { outcome, calls: asked } = await ask(answers);
    expect(asked).toBe(calls);
    expect(outcome.exchanges.at(-1)).toBe(answer);
  });

  test('a body cut elsewhere each time is tried to the end', async () => {
    const { calls } = await ask(['a', 'ab', 'abc', 'abcd', 'abcde'].map((b) => failed('cut', b)));
    expect(calls).toBe(5);
  });

  test.each([
    ['3', 3_000],
    ['0', 0],
    ['Thu, 15 Jan 2099 12:00:00 GMT', undefined],
    ['86400', undefined],
    ['soon', 500],
    ['-30', 500],
  ])('Retry-After: %s', async (value, wait) => {
    const { waits, outcome } = await ask([
      exchange({ status: 503, headers: { 'Retry-After': value } }),
      exchange(),
    ]);
    expect(waits[0]).toBe(wait);
    if (wait === undefined) expect(outcome.message).toMatch(/longer than the limit/);
  });

  test.each([
    ['3', [3_000, 3_000]],
    [undefined, [1_000, 4_000]],
  ])(
    'the pace of the run waits for a limit, and each other time the request does: %s',
    async (value, own) => {
      const limit = exchange({ status: 429, headers: value === undefined ? {} : { 'Retry-After': value } });
      const { waits } = await ask([limit, limit, limit, limit, limit, exchange()]);
      expect(waits).toEqual(own);
    },
  );

  test('a service that asks for no pause for ever is not asked all the time', async () => {
    const { waits } = await ask([exchange({ status: 429, headers: { 'Retry-After': '0' } })]);
    expect(waits).toEqual([0, 1_000, 1_000, 1_000]);
  });

  test('an interruption passes through; a limit or a dead target after an answer leaves it undecided', async () => {
    expect((await ask([exchange({ status: 503 }), new RunStopped('stop')])).outcome).toBeInstanceOf(
      RunStopped,
    );
    expect((await ask([new TargetDown('down')])).outcome).toBeInstanceOf(TargetDown);
    const { outcome } = await ask([exchange({ status: 503 }), new TargetDown('down')]);
    expect(outcome).toBeInstanceOf(Inconclusive);
    expect(outcome.message).toBe('status 503, once; then: down');
    expect(outcome.exchanges).toHaveLength(1);
  });
});

test.each<[string, Exchange[], boolean]>([
  ['three alike', Array(3).fill(failed('cut', 'abc')), true],
  ['two', Array(2).fill(failed('cut', 'abc')), false],
  ['another place', [failed('cut', 'abc'), failed('cut', 'ab'), failed('cut', 'abc')], false],
  ['another way', [failed('cut', 'abc'), failed('cut', 'abc'), failed('timeout-body', 'abc')], false],
  ['no response at all', Array(3).fill(failed('reset')), false],
  ['a status', Array(3).fill(exchange({ status: 503 })), false],
  ['three alike at last', [failed('reset'), ...Array(3).fill(silent)], true],
  ['bodies that still came when time was up', Array(3).fill(failed('timeout-body', 'abc')), false],
])('broken alike: %s', (_, seen, alike) => expect(brokenAlike(seen)).toBe(alike));
