import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { phases } from '../testing/phases.ts';
import { check, settings } from '../testing/scripted-checks.ts';
import { answerKey } from '../vocabulary/answer-key.ts';
import type { Check, Finding } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { AnswerKind } from '../vocabulary/sweep.ts';
import { createTally } from '../vocabulary/tally.ts';
import type { Asker, Target } from '../vocabulary/target.ts';
import { createSession } from './run-checks.ts';

const BASE = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
const completion = (part: object = {}): RequestSpec => ({
  method: 'POST',
  path: '/api/v1/chat/completions',
  label: 'a completion',
  body: JSON.stringify({ ...BASE, ...part }),
});
const stats = (query: string): RequestSpec => ({
  method: 'GET',
  path: `/api/v1/usage/stats${query}`,
  label: 'stats',
});

/** A body that says "broken" breaks the rule. */
const saysBroken = (e: Exchange): Finding[] =>
  Buffer.from(e.response!.body.bytes).toString() === '"broken"'
    ? [{ expected: 'a sound answer', actual: '"broken"', place: 'body /0/id', exchanges: [e.id] }]
    : [];

const sweeping = (
  asked: readonly RequestSpec[],
  of: AnswerKind = 'completion',
  part: Partial<Check> = {},
): Check =>
  check(
    async (context) => {
      for (const spec of asked) context.held(await context.send(spec));
    },
    { sweeps: [{ of, judge: saysBroken, validates: true }], ...part },
  );

/** Runs the checks against a target that answers the n-th request with this text, or with another status. */
async function run(checks: Check[], answer: (nth: number, spec: RequestSpec) => string | number, names = {}) {
  let sent = 0;
  const target = {
    clock: leapingClock(),
    tally: createTally(),
    send: async (spec: RequestSpec, asker: Asker): Promise<Exchange> => {
      const given = answer(sent, spec);
      sent += 1;
      const made = exchange({
        id: `e${sent}`,
        startedAt: 100 * sent,
        method: spec.method,
        url: `http://127.0.0.1:1${spec.path}`,
        request: spec.body ?? '',
        ...(typeof given === 'number' ? { status: given } : { body: JSON.stringify(given) }),
      });
      return { ...made, owner: asker.owner, turn: asker.turn };
    },
    limitPace: { heard: () => {}, slowDown: () => {} },
    separate: () => {},
    goEasier: () => {},
    close: async () => {},
  } as unknown as Target;
  let answers: unknown;
  const session = createSession({
    checks,
    settings: { ...settings, usageNames: names },
    credentials: [],
    target,
    phases: phases((ask) => ask.send(completion())),
    onDiscovery: (found) => {
      answers = found.answers;
    },
  });
  return { lines: await session.all(), sent, answers };
}

describe('a breach in answers that a check did not judge itself', () => {
  test('fails when two answers show it, without asking again, however many are sound', async () => {
    const asked = Array.from({ length: 6 }, () => completion());
    const { lines, sent } = await run([sweeping(asked)], (nth) =>
      nth === 1 || nth === 4 ? 'broken' : 'sound',
    );
    expect(lines[0]).toMatchObject({ verdict: 'fail' });
    expect(lines[0]!.findings[0]).toMatchObject({
      actual: '"broken" (2 of 6 answers)',
      exchanges: ['e2', 'e5'],
      seen: { broken: 2, of: 6 },
    });
    expect(sent).toBe(6);
  });

  test.each([
    ['comes again', (nth: number) => (nth === 1 || nth === 3 ? 'broken' : 'sound'), 'fail', ['e2', 'e4']],
    ['does not come again', (nth: number) => (nth === 1 ? 'broken' : 'sound'), 'warn', ['e2', 'e4']],
    [
      'cannot be asked for again',
      (nth: number) => (nth === 1 ? 'broken' : nth === 3 ? 404 : 'sound'),
      'inconclusive',
      ['e2'],
    ],
  ] as const)('that one answer shows and that %s is a %s', async (_, answer, verdict, exchanges) => {
    const { lines, sent } = await run([sweeping([completion(), completion(), completion()])], answer);
    expect(lines[0]).toMatchObject({ verdict, findings: [{ exchanges }] });
    expect(sent).toBe(4);
  });

  test('names what only the requests of the broken answers have', async () => {
    const asked = [
      completion({ max_tokens: 4 }),
      completion(),
      completion({ max_tokens: 4, seed: 1 }),
      completion({ seed: 1 }),
    ];
    const { lines } = await run([sweeping(asked)], (_, { body }) =>
      String(body).includes('max_tokens') ? 'sound' : 'broken',
    );
    expect(lines[0]!.findings[0]!.seen).toEqual({ broken: 2, of: 4, common: 'no token limit' });
    expect(lines[0]!.message).toContain('2 of 4 answers, the requests with no token limit');
  });

  test.each([
    ['a request that the contract forbids', () => completion({ temperature: 3 }), {}],
    ['a request for three choices', () => completion({ n: 3 }), {}],
    ['a limit of 0', () => completion({ max_tokens: 0 }), {}],
    ['a parameter without a known name', () => stats('?size=1'), {}],
    ['a value of another form', () => stats('?limit=abc'), { limit: 'limit' }],
    ['a reversed range', () => stats('?a=2026-03-02&b=2026-03-01'), { start: 'a', end: 'b' }],
    ['a parameter that comes twice', () => stats('?limit=1&limit=2'), { limit: 'limit' }],
  ])('in the answer to %s is left alone', async (_, spec, names) => {
    const of = spec().method === 'GET' ? 'stats' : 'completion';
    const { lines, answers } = await run([sweeping([spec(), spec()], of)], () => 'broken', names);
    expect(lines[0]!.verdict).toBe('pass');
    expect(answers).toEqual([]);
  });

  test('counts only answers to requests that the contract allows, however many others show it', async () => {
    const asked = [
      ...Array.from({ length: 4 }, () => stats('?size=1')),
      stats('?limit=1'),
      stats('?limit=1'),
    ];
    const { lines } = await run([sweeping(asked, 'stats')], () => 'broken', { limit: 'limit' });
    expect(lines[0]!.findings[0]).toMatchObject({ exchanges: ['e5', 'e6'], seen: { broken: 2, of: 2 } });
  });

  test('is of a should a warning, once it is seen', async () => {
    const { lines } = await run(
      [sweeping([completion()], 'completion', { level: 'should' })],
      () => 'broken',
    );
    expect(lines[0]!.verdict).toBe('warn');
  });

  test('a rule that breaks leaves only its own check in error', async () => {
    const judge = (): Finding[] => {
      throw new TypeError('no such member');
    };
    const broken = sweeping([completion()], 'completion', {
      id: 'stream/framing',
      sweeps: [{ of: 'completion', judge }],
    });
    const { lines } = await run([broken, sweeping([completion()])], () => 'sound');
    expect(lines.map(({ verdict }) => verdict)).toEqual(['error', 'pass']);
    expect(lines[0]!.message).toContain('TypeError: no such member');
  });

  test('changes nothing where a check that it rests on is broken', async () => {
    const base = check(async (context) => void (await context.verify((a) => a.send(stats('')), saysBroken)), {
      id: 'path/stats',
    });
    const resting = sweeping([], 'stats', { id: 'usage/stats-is-array', restsOn: ['path/stats'] });
    const { lines } = await run([base, resting], () => 'broken');
    expect(lines.map(({ verdict }) => verdict)).toEqual(['fail', 'inconclusive']);
  });
});

test('every answer to an allowed request is counted, and why it was not validated', async () => {
  const unread = { of: 'summary' as const, validates: true as const, judge: () => undefined };
  const asked = [
    completion(),
    completion({ temperature: 3 }),
    stats('?limit=1'),
    { ...stats(''), path: '/api/v1/usage/summary' },
  ];
  const one = sweeping(asked, 'stats');
  const { answers } = await run([{ ...one, sweeps: [...one.sweeps!, unread] }], () => 'broken', {
    limit: 'limit',
  });
  expect(answers).toEqual([
    {
      kind: 'completion',
      answers: 1,
      validated: 0,
      broken: 0,
      left: [{ reason: expect.any(String), count: 1 }],
    },
    { kind: 'stats', answers: 2, validated: 2, broken: 2, left: [] },
    {
      kind: 'summary',
      answers: 1,
      validated: 0,
      broken: 0,
      left: [{ reason: expect.any(String), count: 1 }],
    },
  ]);
});

test('what a check compares with is read early, whichever checks are selected', async () => {
  const seen: string[] = [];
  const late = check(
    async (context) => {
      await context.shared(answerKey('before'), async (ask) => ask.send(stats('')));
      seen.push('late');
      context.held(await context.send(completion()));
    },
    {
      phase: 'late',
      baselines: [
        {
          phase: 'first',
          read: (context) => context.shared(answerKey('before'), (ask) => ask.send(stats(''))),
        },
      ],
    },
  );
  const paid = check(async (context) => context.held(await context.send(completion())), { id: 'status/two' });
  const order: string[] = [];
  await run([paid, late], (_, { path }) => {
    order.push(path);
    return 'sound';
  });
  expect(order).toEqual(['/api/v1/usage/stats', '/api/v1/chat/completions', '/api/v1/chat/completions']);
});
