import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { expectAnswer } from '../usage/required-answer.ts';
import {
  type Check,
  type CheckContext,
  type Finding,
  Inconclusive,
  NotApplicable,
  type Requester,
} from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import { RunStopped, type Target } from '../vocabulary/target.ts';
import { createSession } from './run-checks.ts';

const settings: Settings = { ...DEFAULTS, baseUrl: 'http://127.0.0.1:1', model: 'm', seed: 1 };
const get = (path: string): RequestSpec => ({ method: 'GET', path, label: path });

/** A target whose answer to the n-th request for a path is a status. */
function scripted(answer: (path: string, nth: number) => number): { target: Target; sent: string[] } {
  const sent: string[] = [];
  const target = {
    clock: leapingClock(),
    send: async (spec: RequestSpec, asker: { owner: string; turn: number }): Promise<Exchange> => {
      const nth = sent.filter((p) => p === spec.path).length;
      sent.push(spec.path);
      const made = exchange({ id: `e${sent.length}`, status: answer(spec.path, nth) });
      return { ...made, owner: asker.owner, turn: asker.turn };
    },
    close: async () => {},
  } as unknown as Target;
  return { target, sent };
}

const not200 = (e: Exchange): Finding[] =>
  e.response?.status === 200
    ? []
    : [
        {
          expected: 'status 200',
          actual: `status ${e.response?.status}`,
          place: 'status',
          exchanges: [e.id],
        },
      ];

function check(run: (context: CheckContext) => Promise<unknown>, part: Partial<Check> = {}): Check {
  return {
    id: 'status/one',
    title: 'one',
    about: 'one',
    clauses: ['7'],
    level: 'must',
    run: async (context) => void (await run(context)),
    ...part,
  };
}

async function results(checks: Check[], answer: (path: string, nth: number) => number) {
  const { target, sent } = scripted(answer);
  const session = createSession({
    checks,
    settings,
    credentials: [],
    target,
    plainCompletion: (a) => a.send(get('/plain')),
  });
  return { lines: await session.all(), sent };
}

const ask = (context: CheckContext) => context.verify((a) => a.send(get('/x')), not200);

describe('what becomes of a breach', () => {
  test.each([
    ['every time', 'must', () => 400, 'fail', 2],
    ['once of two times', 'must', (_: string, n: number) => (n === 0 ? 400 : 200), 'warn', 2],
    ['never', 'must', () => 200, 'pass', 1],
    ['every time, of a should', 'should', () => 400, 'warn', 1],
  ] as const)('broken %s', async (_, level, answer, verdict, requests) => {
    const { lines, sent } = await results([check(ask, { level })], answer);
    expect(lines[0]).toMatchObject({ verdict, evidence: sent.map((_p, i) => `e${i + 1}`) });
    expect(sent).toHaveLength(requests);
  });

  test('that can not be repeated is inconclusive', async () => {
    const { lines } = await results([check(ask)], (_, n) => (n === 0 ? 400 : 503));
    expect(lines[0]).toMatchObject({ verdict: 'inconclusive' });
    expect(lines[0]!.findings[0]!.actual).toContain('could not be repeated');
  });

  test('in many items is one finding that names the others, repeated once', async () => {
    const items = ['/a', '/b', '/c'].map(
      (p) => (a: Parameters<Parameters<CheckContext['verify']>[0]>[0]) => a.send(get(p)),
    );
    const { lines, sent } = await results([check((context) => context.verifyEach(items, not200))], (p) =>
      p === '/a' ? 200 : 400,
    );
    expect(lines[0]!.findings).toHaveLength(1);
    expect(lines[0]!.findings[0]!.exchanges).toEqual(['e2', 'e4', 'e3']);
    expect(sent).toEqual(['/a', '/b', '/c', '/b']);
  });
});

describe('a good request that is not answered', () => {
  const owed = async (a: Requester) => {
    const answer = await a.send(get('/owed'));
    expectAnswer(answer, 'answer');
    return answer;
  };

  test.each([
    ['every time', () => 422, 'fail'],
    ['once of two times', (_: string, n: number) => (n === 0 ? 500 : 200), 'warn'],
    ['never', () => 200, 'pass'],
  ] as const)('%s', async (_, answer, verdict) => {
    const { lines } = await results([check((context) => context.verify(owed, not200))], answer);
    expect(lines[0]).toMatchObject({ verdict });
  });

  test('is a breach beside others that are answered', async () => {
    const items = [(a: Requester) => a.send(get('/x')), owed];
    const { lines } = await results([check((context) => context.verifyEach(items, not200))], (path) =>
      path === '/owed' ? 400 : 200,
    );
    expect(lines[0]).toMatchObject({
      verdict: 'fail',
      findings: [{ actual: expect.stringContaining('status 400'), exchanges: ['e2', 'e3'] }],
    });
  });

  test.each([
    ['that compares history', { comparesHistory: true }, 'inconclusive'],
    ['of anything else', {}, 'warn'],
  ] as const)('answers that agree when compared again: a check %s', async (_, part, verdict) => {
    const compared = async (a: Requester) => [await a.send(get('/a')), await a.send(get('/b'))];
    const differ = ([a, b]: Exchange[]): Finding[] =>
      a!.response!.status === b!.response!.status
        ? []
        : [{ expected: 'the same', actual: 'another', place: 'body', exchanges: [a!.id, b!.id] }];
    const { lines } = await results(
      [check((context) => context.verify(compared, differ), part)],
      (path, n) => (path === '/a' && n === 0 ? 201 : 200),
    );
    expect(lines[0]).toMatchObject({ verdict });
  });
});

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
    context.verify((a) => a.shared('plain', (inner) => inner.send(get('/shared'))), not200);
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
      check(note('last'), { id: 'auth/last', phase: 'last', needs: ['status/named'] }),
      check(note('main'), { id: 'status/named' }),
      check(note('first'), { id: 'usage/first', phase: 'first' }),
    ],
    () => 400,
  );
  expect(order).toEqual(['first', 'main']);
  expect(lines[0]).toMatchObject({ verdict: 'inconclusive', blockedBy: 'status/named' });
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
