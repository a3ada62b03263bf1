import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { testSettings } from '../testing/settings.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { BadRequest, RequestSpec } from '../vocabulary/exchange.ts';
import { count, createTally } from '../vocabulary/tally.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { createPaidRounds } from './paid-rounds.ts';
import { queuedRequestOf } from './queued-request.ts';

const PATH = '/api/v1/chat/completions';

const good = (n: number): RequestSpec => ({
  method: 'POST',
  path: PATH,
  label: `valid ${n}`,
  body: `{"n":1,"max_tokens":4,"seed":${n}}`,
  billable: { tokens: 4, choices: 1 },
});
const bad = (name: string, kind: BadRequest['kind'] = 'type'): RequestSpec => ({
  method: 'POST',
  path: PATH,
  label: name,
  body: '{"max_tokens":1}',
  bad: { constraint: name as CheckId, kind, among: 'alone' },
});

/** A service that answers by status, each request after a delay of its own, and what it was asked. */
function service(status: (spec: RequestSpec) => number, most: number, delay = () => 0, reported = 0) {
  const tally = createTally();
  const rounds = createPaidRounds(
    testSettings('http://s.test', { profile: 'standard', budget: { billed: most } }),
    tally,
  );
  const asked: string[] = [];
  let turn = 0;
  const ask = async (spec: RequestSpec, round: 1 | 2 = 1) => {
    const id = `e${++turn}`;
    const standing = queuedRequestOf(spec, `request/${spec.label}${round === 2 ? '#2' : ''}`, 0, round)!;
    await rounds.enter(standing);
    asked.push(`${spec.label}${round === 2 ? ' again' : ''}`);
    await new Promise((resolve) => setTimeout(resolve, delay()));
    const usage = { prompt_tokens: 0, completion_tokens: reported, total_tokens: reported };
    const body = JSON.parse(String(spec.body));
    const answer = exchange({ id, status: status(spec), request: body, body: { usage } });
    count(tally, answer);
    rounds.leave(standing, answer);
    return answer;
  };
  /** An invalid request, repeated if it was accepted. */
  const twice = async (spec: RequestSpec) => {
    const first = await ask(spec);
    return first.response!.status < 300 ? ask(spec, 2) : first;
  };
  return { ask, twice, asked, tally };
}
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? 'asked' : one.reason));

describe('a cap', () => {
  test('holds whatever is accepted, and says what it left out', async () => {
    const { ask, tally } = service(() => 200, 12);
    const all = await outcomes(Array.from({ length: 30 }, (_, i) => ask(good(i))));
    expect(tally.billed.completions).toBeLessThanOrEqual(12);
    const left = all.filter((one) => one instanceof Inconclusive);
    expect(left.length).toBe(30 - tally.billed.completions);
    expect(String(left[0])).toMatch(/skipped: the run is limited to 12 completions \(--max-billed\)/);
  });

  test('leaves nothing out when bad requests are refused', async () => {
    const { ask, tally } = service(() => 422, 9);
    const all = await outcomes(Array.from({ length: 60 }, (_, i) => ask(bad(`c${i}`))));
    expect(all.every((one) => one === 'asked')).toBe(true);
    expect(tally.billed.completions).toBe(0);
  });

  test('keeps room for valid requests from bad ones', async () => {
    const { ask, asked } = service(() => 200, 30);
    await outcomes(Array.from({ length: 40 }, (_, i) => ask(bad(`c${i}`, 'malformed'))));
    expect(asked.length).toBeLessThan(18);
    expect(await outcomes([ask(good(1)), ask(good(2))])).toEqual(['asked', 'asked']);
  });

  test('ends buying when the answers reported too many tokens', async () => {
    const { ask, tally } = service(
      () => 200,
      180,
      () => 0,
      1_000,
    );
    const all = await outcomes(Array.from({ length: 60 }, (_, i) => ask(good(i))));
    // Four show how long answers are; the others go as long as something is left for what is asked first.
    expect(tally.billed.completions).toBe(9);
    expect(String(all.at(-1))).toMatch(
      /reported 9000 tokens, above the limit of 6000, the rest being for streams/,
    );
  });
});

describe('what follows in steps', () => {
  const among = (spec: RequestSpec, how: BadRequest['among']) => ({
    ...spec,
    bad: { ...spec.bad!, among: how },
  });
  const endless = (name: string) => ({ ...bad(name), body: '{}' });
  const plan = () => [
    ...Array.from({ length: 100 }, (_, i) => bad(`c${100 + i}`)),
    among(bad('drawn'), 'drawn'),
    ...['z1', 'z2', 'z3', 'z4', 'z5'].map(endless),
  ];
  /** Where each of these stands in what was asked. */
  const placesOf = (asked: readonly string[]) =>
    ['drawn', 'z1', 'z2', 'z3', 'z5'].map((label) => asked.indexOf(label));

  test('goes along from the second round on where nothing bad was taken, two without a limit at a time', async () => {
    const { ask, asked } = service(() => 422, 180);
    await outcomes(plan().map((spec) => ask(spec)));
    expect(placesOf(asked)).toEqual([46, 44, 45, 88, 105]);
    expect(asked.length).toBe(106);
  });

  test('of constraints each has a turn before any has another', async () => {
    const { ask, asked } = service(() => 422, 180);
    const firsts = Array.from({ length: 60 }, (_, i) =>
      ask(bad(`c${100 + i}`)).then(() => ask(bad(`c${100 + i}`))),
    );
    await outcomes([...firsts, ask(among(bad('drawn'), 'drawn'))]);
    expect(new Set(asked.slice(0, 61)).size).toBe(61);
  });

  test('waits for its rank where one was', async () => {
    const { ask, asked } = service(({ label }) => (label === 'c100' ? 200 : 422), 180);
    await outcomes(plan().map((spec) => ask(spec)));
    expect(Math.min(...placesOf(asked))).toBeGreaterThan(99);
  });
});

describe('what is learnt', () => {
  test('three of a kind that were accepted twice stand for the others of that kind, and of no other', async () => {
    const { twice, asked } = service(() => 200, 180);
    const kinds = ['type', 'type', 'type', 'type', 'type', 'bound', 'malformed', 'malformed'] as const;
    const all = await outcomes(kinds.map((kind, i) => twice(bad(`c${i}`, kind))));
    expect(all.map((one) => (one instanceof Inconclusive ? one.isShown || one : one))).toEqual([
      ...['asked', 'asked', 'asked', true, true],
      ...['asked', 'asked', 'asked'],
    ]);
    expect(asked.filter((label) => label.endsWith('again')).length).toBe(6);
  });

  test('a constraint that was accepted twice is not tried in another variant', async () => {
    const { ask, twice } = service(() => 200, 180);
    await twice(bad('c', 'missing'));
    const [again] = await outcomes([ask({ ...bad('c', 'missing'), body: '{"max_tokens":1,"stream":true}' })]);
    expect(again).toBeInstanceOf(Inconclusive);
  });

  test('what broke among drawn members is made smaller, unless it is known to break alone', async () => {
    const { ask, twice } = service(() => 200, 180);
    const among = (name: string, how: BadRequest['among']): RequestSpec => {
      const spec = bad(name, 'missing');
      return { ...spec, bad: { ...spec.bad!, among: how } };
    };
    await twice(among('c', 'drawn'));
    for (let i = 0; i < 3; i++)
      expect(await outcomes([ask(among('c', 'shrunk'))])).not.toContainEqual(expect.any(Inconclusive));
    expect((await outcomes([ask(among('c', 'drawn'))]))[0]).toBeInstanceOf(Inconclusive);
    await twice(bad('alone', 'missing'));
    expect((await outcomes([ask(among('alone', 'shrunk'))]))[0]).toBeInstanceOf(Inconclusive);
  });

  test('does not depend on which answer comes first', async () => {
    const run = async (delay: () => number) => {
      const { twice, asked } = service((spec) => (spec.label.endsWith('7') ? 422 : 200), 60, delay);
      const kinds = ['type', 'bound', 'nested', 'malformed'] as const;
      await outcomes(Array.from({ length: 60 }, (_, i) => twice(bad(`c${i}`, kinds[i % 4]))));
      return asked.sort();
    };
    const still = await run(() => 0);
    expect(still.length).toBeGreaterThan(20);
    for (let i = 0; i < 3; i++) expect(await run(() => Math.random() * 8)).toEqual(still);
  });
});
