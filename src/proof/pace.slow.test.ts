import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { runAgainst } from './against.ts';
import { SLOW_SERVICES } from './slow-services.ts';

const REFUSALS = [429, 503];

const PACES: readonly [name: string, most: (requests: number) => number, refused: number][] = [
  ['two at a time', () => 30, 40],
  ['summary remembered for a minute', () => 80, 1],
  ['1.5 s to every answer', () => 120, 1],
  ['2 s to every answer, booked after 15 s', () => 200, 1],
  ['usage endpoints 4 a second', (requests) => 1.15 * (requests / 4), 60],
  ['3 a second', (requests) => 1.15 * (requests / 3), 60],
  ['limiter says 503', (requests) => 1.15 * (requests / 10), 80],
  ['limiter says 429', (requests) => 1.15 * (requests / 10), 80],
];

test.each(PACES)(
  '%s: nearly as fast as it allows, and nothing is held against it',
  async (name, most, refused) => {
    const { clockMs, requests, wire, results } = await runAgainst(CHECKS, {
      seed: 7,
      keysUnsought: true,
      ...SLOW_SERVICES[name]!(),
    });
    expect(clockMs / 1000).toBeLessThan(most(requests));
    expect(REFUSALS.reduce((sum, status) => sum + wire.answeredWith(status), 0)).toBeLessThan(refused);
    expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  },
);

test('the check of rate limits says that 503 was met', async () => {
  const trial = { seed: 7, keysUnsought: true, ...SLOW_SERVICES['limiter says 503']!() };
  const { results } = await runAgainst(CHECKS, trial);
  expect(results.find(({ id }) => id === 'status/rate-limit')?.message).toContain('503 and no 429');
});

test.each<[name: string, most: number, fails: number]>([
  ['growth vanishes in rounding', 40, 3],
  ['1.5 s and eight faults', 180, 5],
  ['invalid bodies get 504 after 1 s', 100, 60],
  ['booked after 15 s, input of tools lost', 180, 1],
  ['an empty wallet is limited for ever', 120, 0],
])('%s: what is broken is found, and not waited for', async (name, most, fails) => {
  const { clockMs, results } = await runAgainst(CHECKS, {
    seed: 7,
    keysUnsought: true,
    ...SLOW_SERVICES[name]!(),
  });
  expect(clockMs / 1000).toBeLessThan(most);
  expect(results.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThanOrEqual(fails);
});
