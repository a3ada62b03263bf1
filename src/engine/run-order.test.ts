import { describe, expect, test } from 'vitest';
import { ask, check, get, not200, results } from '../testing/scripted-checks.ts';
import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { RunStopped } from '../vocabulary/target.ts';
import { Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';

describe('what is no breach', () => {
  test.each([
    [
      'an exception',
      async () => {
        throw new TypeError('x is undefined');
      },
      'error',
    ],
    ['a check that saw nothing', async () => {}, 'error'],
    [
      'a check over an empty list',
      (context: CheckContext) => context.verifyEach([], not200, 'no rows'),
      'inconclusive',
    ],
    [
      'doubt',
      async () => {
        throw new Inconclusive('who knows');
      },
      'inconclusive',
    ],
    [
      'a precondition found absent',
      async () => {
        throw new NotApplicable('give a key');
      },
      'not-applicable',
    ],
    [
      'an interruption',
      async () => {
        throw new RunStopped('SIGINT');
      },
      'inconclusive',
    ],
  ] as const)('%s', async (_, run, verdict) => {
    const { lines } = await results([check(run)], () => 200);
    expect(lines[0]).toMatchObject({ verdict });
  });

  test('a transient answer that goes away', async () => {
    const { lines, sent } = await results([check(ask)], (_, n) => (n < 2 ? 503 : 200));
    expect(lines[0]).toMatchObject({ verdict: 'pass' });
    expect(sent).toHaveLength(3);
  });

  test('an item that another check answers for', async () => {
    const items = [
      async () => {
        throw new Inconclusive('refused', [], 'request/accepts-plain');
      },
      (a: Parameters<Parameters<CheckContext['verify']>[0]>[0]) => a.send(get('/x')),
    ];
    const { lines } = await results(
      [check((context) => context.verifyEach<Exchange>(items, not200))],
      () => 200,
    );
    expect(lines[0]).toMatchObject({ verdict: 'pass' });
    const alone = await results(
      [check((context) => context.verifyEach<Exchange>(items.slice(0, 1), not200))],
      () => 200,
    );
    expect(alone.lines[0]).toMatchObject({ verdict: 'inconclusive', blockedBy: 'request/accepts-plain' });
  });
});

test('an item that does not apply is left out, and a check of nothing else does not apply', async () => {
  const absent = async (): Promise<Exchange> => {
    throw new NotApplicable('the target has none');
  };
  const answered = (a: Parameters<Parameters<CheckContext['verifyEach']>[0][number]>[0]) => a.send(get('/x'));
  const { lines } = await results(
    [
      check((context) => context.verifyEach([absent, answered], not200)),
      check((context) => context.verifyEach([absent, absent], not200), { id: 'status/two' }),
    ],
    () => 200,
  );
  expect(lines.map(({ verdict }) => verdict)).toEqual(['pass', 'not-applicable']);
});

test('shared answers are asked for once, belong to their name, and are evidence of every check', async () => {
  const share = (context: CheckContext) =>
    context.verify((a) => a.shared(answerKey('plain'), (inner) => inner.send(get('/shared'))), not200);
  const { lines, sent } = await results([check(share), check(share, { id: 'status/two' })], (_, n) =>
    n < 1 ? 400 : 200,
  );
  expect(sent).toEqual(['/shared', '/shared']);
  expect(lines.map((l) => l.evidence)).toEqual([
    ['e1', 'e2'],
    ['e1', 'e2'],
  ]);
  expect(lines.map((l) => l.verdict)).toEqual(['warn', 'warn']);
});

test('phases follow each other, and what rests on a broken check names it', async () => {
  const order: string[] = [];
  const note = (id: string) => async (context: CheckContext) => {
    order.push(id);
    await ask(context);
  };
  const { lines } = await results(
    [
      check(note('last'), { id: 'auth/last', phase: 'last', restsOn: ['status/named'] }),
      check(note('main'), { id: 'status/named' }),
      check(note('first'), { id: 'usage/first', phase: 'first' }),
    ],
    () => 400,
  );
  expect(order).toEqual(['first', 'main']);
  expect(lines[0]).toMatchObject({ verdict: 'inconclusive', blockedBy: 'status/named' });
});

test('a baseline is read in its phase, and knows the facts that it names', async () => {
  const read: unknown[] = [];
  const late = check(ask, {
    id: 'auth/late',
    phase: 'late',
    baselines: [
      {
        phase: 'accounting',
        adaptsTo: ['status/named'],
        read: async (context) => {
          read.push(context.holds('status/named'));
          await context.send(get('/before'));
        },
      },
    ],
  });
  const { sent } = await results([late, check(ask, { id: 'status/named' })], () => 400);
  expect(read).toEqual([false]);
  expect(sent.indexOf('/before')).toBeLessThan(sent.lastIndexOf('/x'));
  expect(sent.indexOf('/before')).toBeGreaterThan(0);
});

test('a check that adapts to a fact runs in any case and knows whether the fact holds', async () => {
  const told: boolean[] = [];
  const adapting = check(
    async (context) => {
      told.push(context.holds('status/named'), context.holds('status/other-methods'));
      context.held(await context.send(get('/x')));
    },
    { id: 'status/request-id', adaptsTo: ['status/named', 'status/other-methods'] },
  );
  const { lines } = await results([adapting, check(ask, { id: 'status/named' })], () => 400);
  expect(lines[0]).toMatchObject({ verdict: 'pass' });
  expect(told).toEqual([false, true]);
});

test('a fact that a check does not name is not told', async () => {
  const forgetful = check(async (context) => void context.holds('status/named'));
  const { lines } = await results([forgetful], () => 200);
  expect(lines[0]).toMatchObject({
    verdict: 'error',
    message: expect.stringContaining('does not name it'),
  });
});

test('missing keys and models are named', async () => {
  const { lines } = await results([check(ask, { preconditions: ['empty-wallet-key'] })], () => 200);
  expect(lines[0]).toMatchObject({
    verdict: 'not-applicable',
    message: expect.stringContaining('CHATSPEC_NOBALANCE_KEY'),
  });
});

test('the same seed gives a check the same random numbers', async () => {
  const drawn: number[] = [];
  const draw = check(async (context) => {
    drawn.push(context.random(), context.random());
    await ask(context);
  });
  await results([draw], () => 200);
  await results([draw], () => 200);
  expect(drawn.slice(0, 2)).toEqual(drawn.slice(2));
  expect(drawn[0]).not.toBe(drawn[1]);
});
