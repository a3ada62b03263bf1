import { expect, test } from 'vitest';
import { testService } from '../testing/test-service.ts';
import { judge } from './judge.ts';

/** Seeds of two runs with one key at once: what they send is alike or not. */
test.each([
  [1, 2],
  [1, 1],
])('two runs with one key at once are told of, and nobody is accused (seeds %d and %d)', async (...seeds) => {
  const { baseUrl, keys, models } = await testService();
  const given = { baseUrl, apiKey: keys.main, model: models.plain, settle: 1, only: ['accounting'] };
  const both = await Promise.all(seeds.map((seed) => judge({ ...given, seed })));
  const told = both.map(({ report }) => ({
    accused: report.checks.filter((c) => c.verdict === 'fail').map((c) => `${c.id}: ${c.message}`),
    beyond: report.checks.find((c) => c.id === 'accounting/no-more-than-sent')!,
  }));
  expect(told.flatMap((run) => run.accused)).toEqual([]);
  expect(told.some(({ beyond }) => /another run with this key/.test(beyond.message))).toBe(true);
});
