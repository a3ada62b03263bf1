import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createSteadyErrors } from './steady-errors.ts';

const bad = (label: string): RequestSpec => ({ method: 'POST', path: '/chat/completions', label });
const unavailable = exchange({ status: 503 });
const served = exchange({ status: 200 });

/** Three bad requests that got `answer` four times each, others being served between where `between` says so. */
function after(answer = unavailable, between = true) {
  const errors = createSteadyErrors();
  for (const spec of ['a', 'b', 'c'].map(bad)) {
    for (let i = 0; i < 4; i++) {
      errors.hear(spec, answer);
      if (between) errors.hear(bad('valid'), served);
    }
  }
  return errors;
}

test('bad requests that are answered with 503 for their own sake are tried twice and no more', () => {
  expect(after().attempts(bad('d'), unavailable)).toBe(2);
  expect(after(exchange({ status: 502 })).attempts(bad('d'), exchange({ status: 502 }))).toBe(2);
});

test('a request that may be served is tried three times', () => {
  const paid = { ...bad('d'), billable: {} } as unknown as RequestSpec;
  expect(after().attempts(paid, unavailable)).toBe(3);
});

test.each([
  ['nothing else was served meanwhile', after(unavailable, false), bad('d'), unavailable],
  ['usage is asked for', after(), { ...bad('d'), method: 'GET' } as RequestSpec, unavailable],
  ['a limit is told of', after(), bad('d'), exchange({ status: 429 })],
  ['the connection was dropped', after(), bad('d'), exchange({ failure: { kind: 'cut', message: 'cut' } })],
])('all attempts are made where %s', (_, errors, spec, answer) => {
  expect(errors.attempts(spec, answer)).toBeUndefined();
});

test('all attempts are made again once one that got nothing else is served', () => {
  const errors = after();
  const late = bad('late');
  errors.hear(late, unavailable);
  errors.hear(late, served);
  errors.hear(late, unavailable);
  expect(errors.attempts(bad('d'), unavailable)).toBeUndefined();
});

describe('repetitions of breaches that show a status', () => {
  /** How many of five repetitions ran while nothing else was under way, where so many came again. */
  async function alone(status: number, cameAgain: (n: number) => boolean): Promise<boolean[]> {
    const errors = createSteadyErrors();
    const ran: boolean[] = [];
    const repeat = async (isAlone: boolean) => ({ cameAgain: cameAgain(ran.push(isAlone)) });
    await Promise.all([1, 2, 3, 4, 5].map(() => errors.whileAlone(status, repeat)));
    return ran;
  }

  test.each<[string, number, (n: number) => boolean, number]>([
    ['three that came again alone spare the others the waiting', 504, () => true, 3],
    ['one that did not come again may have been the load, and so may all others', 504, (n) => n !== 2, 5],
    ['a status that does not pass is always repeated alone', 500, () => true, 5],
  ])('%s', async (_, status, cameAgain, least) => {
    const ran = await alone(status, cameAgain);
    expect(ran.filter(Boolean)).toHaveLength(least);
  });
});
