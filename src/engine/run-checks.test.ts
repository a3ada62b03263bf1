import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { ask, check, get, not200, results } from '../testing/scripted-checks.ts';
import { expectAnswer } from '../usage/required-answer.ts';
import type { CheckContext, Finding, Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive, skipped } from '../vocabulary/undecidable.ts';

describe('what becomes of a breach', () => {
  test.each([
    ['every time', 'must', () => 400, 'fail', 2],
    ['once of two times', 'must', (_: string, n: number) => (n === 0 ? 400 : 200), 'warn', 2],
    ['never', 'must', () => 200, 'pass', 1],
    ['every time, of a should', 'should', () => 400, 'warn', 1],
    ['by a server error every time, of a should', 'should', () => 500, 'warn', 2],
  ] as const)('broken %s', async (_, level, answer, verdict, requests) => {
    const { lines, sent } = await results([check(ask, { level })], answer);
    expect(lines[0]).toMatchObject({ verdict, evidence: sent.map((_p, i) => `e${i + 1}`) });
    expect(sent).toHaveLength(requests);
  });

  test('of a should that a server error showed, and only once, is none', async () => {
    const { lines, alone } = await results([check(ask, { level: 'should' })], (_, n) =>
      n === 0 ? 500 : 200,
    );
    expect(lines[0]).toMatchObject({ verdict: 'pass', evidence: ['e2'] });
    expect(alone).toEqual(['/x']);
  });

  test('that cannot be repeated is inconclusive', async () => {
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

describe('violations of two items, each correct when requested again', () => {
  const items = ['/a', '/b'].map((path) => (asking: Requester) => asking.send(get(path)));
  const together = check((context) => context.verifyEach(items, not200));
  const inTurn = check((context) => context.verifyInTurn(items, not200));
  /** The first answer of each of these paths has the status. */
  const atFirst = (status: number, paths: readonly string[]) => {
    const left = new Set(paths);
    return (path: string) => (left.delete(path) ? status : 200);
  };

  test.each([
    ['confirm each other', together, 400, ['/a', '/b'], 'fail'],
    ['confirm each other, however they were requested', inTurn, 400, ['/a', '/b'], 'fail'],
    ['are unstable if there is one only', together, 400, ['/b'], 'warn'],
    ['are unstable if they may be of a limit', together, 403, ['/a', '/b'], 'warn'],
    ['are unstable if they may be of the load', together, 500, ['/a', '/b'], 'warn'],
  ] as const)('%s', async (_, checked, status, paths, verdict) => {
    const { lines } = await results([checked], atFirst(status, paths));
    expect(lines[0]!.verdict).toBe(verdict);
    expect(lines[0]!.message.includes('2 answers show it')).toBe(verdict === 'fail');
  });
});

test('what failed stands before what did not come again', async () => {
  const items = ['/a', '/b'].map(
    (p) => (a: Parameters<Parameters<CheckContext['verify']>[0]>[0]) => a.send(get(p)),
  );
  const asked = new Map<string, number>();
  const { lines } = await results([check((context) => context.verifyEach(items, not200))], (p) => {
    asked.set(p, (asked.get(p) ?? 0) + 1);
    if (p === '/b') return 404;
    return asked.get(p) === 1 ? 400 : 200;
  });
  expect(lines[0]).toMatchObject({ verdict: 'fail' });
  expect(lines[0]!.findings.map(({ as }) => as)).toEqual([undefined, 'warn']);
  expect(lines[0]!.message).not.toContain('unstable');
});

test.each([
  [403, 'inconclusive'],
  [404, 'warn'],
])(
  'a refusal with %i of a bad key that did not come again is %s: callers may have been locked out',
  async (status, verdict) => {
    const bad = check(ask, { meetsLockOuts: true });
    expect((await results([bad], (_, n) => (n === 0 ? status : 200))).lines[0]!.verdict).toBe(verdict);
  },
);

test('what fails is repeated first, however many server errors would only warn', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  const items = paths.map((path) => async (a: Requester) => ({ path, seen: await a.send(get(path)) }));
  const judge = ({ path, seen }: { path: string; seen: Exchange }): Finding[] => {
    const code = seen.response?.status;
    const warned = code === 500 ? { as: 'warn' as const } : {};
    const expected = `an answer to ${path}`;
    return [{ expected, actual: `status ${code}`, place: 'status', exchanges: [seen.id], ...warned }];
  };
  const { lines } = await results([check((context) => context.verifyEach(items, judge))], (p) =>
    p === '/e' ? 404 : 500,
  );
  expect(lines[0]).toMatchObject({ verdict: 'fail' });
});

test.each([
  ['a server error is repeated alone, as it may be one of the load', 500, ['/x']],
  ['a refusal is repeated beside all others', 400, []],
])('%s', async (_, first, expected) => {
  const { lines, alone } = await results([check(ask)], (__, n) => (n === 0 ? first : 200));
  expect(lines[0]!.verdict).toBe('warn');
  expect(lines[0]!.message.includes('repeated alone')).toBe(first === 500);
  expect(alone).toEqual(expected);
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
    ['that compares history', { comparesHistory: async () => {} }, 'inconclusive'],
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

describe('an item that another check answers for', () => {
  const answer = (stream: boolean) => exchange({ request: { stream } });
  const judgedAs = (stream: boolean) => async (a: Requester) => {
    const { request } = answer(stream);
    return { ...(await a.send(get('/x'))), request };
  };
  const blockedAs = (stream: boolean) => async () => {
    throw new Inconclusive('it was refused', [answer(stream)], 'request/accepts-tools');
  };
  const ofTheMoment = async () => {
    throw skipped('it told of an error', [answer(true)], 'stream/served');
  };

  test.each([
    ['is left out where another one like it was judged', [judgedAs(true), blockedAs(true)], 'pass'],
    ['is left out where both ways were judged', [judgedAs(true), judgedAs(false), blockedAs(true)], 'pass'],
    ['leaves streams undecided where none was judged', [judgedAs(false), blockedAs(true)], 'inconclusive'],
    ['is left out where it was of the moment', [judgedAs(false), ofTheMoment], 'pass'],
    ['decides nothing where nothing else was judged', [ofTheMoment], 'inconclusive'],
    ['leaves plain answers undecided too', [judgedAs(true), blockedAs(false)], 'inconclusive'],
  ])('%s', async (_, items, verdict) => {
    const { lines } = await results([check((context) => context.verifyEach(items, not200))], () => 200);
    expect(lines[0]!.verdict).toBe(verdict);
  });
});
