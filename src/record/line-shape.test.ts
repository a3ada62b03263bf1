import { expect, test } from 'vitest';
import { exchangeLine, facts, runLine } from '../testing/journal.ts';
import { shapeProblem } from './line-shape.ts';

const RUN = runLine([facts('stream/framing')]);

test.each([
  { shard: { index: 1, of: 3 } },
  { budget: { requests: 10 }, prices: { input: 1, output: 2 } },
  { usageNames: { start: 'from', columns: { model: 'Model' } }, usageRange: { from: 'a', to: 'b' } },
  { baseUrl: 'https://service.test/base', otherModels: ['b'], clients: ['python'] },
])('settings with %j are those of a run', (settings) => {
  expect(shapeProblem({ ...RUN, settings: { ...RUN.settings, ...settings } })).toBeUndefined();
});

test.each([
  { baseUrl: 'no address' },
  { baseUrl: 'javascript:alert(1)' },
  { profile: '../x' },
  { profile: 'constructor' },
  { budget: undefined },
  { budget: { requests: 'all' } },
  { timeouts: null },
  { settleMs: '1' },
  { shard: { index: 0, of: 2 } },
  { shard: { index: 3, of: 2 } },
  { shard: { index: '1', of: 2 } },
  { usageNames: { start: {}, columns: { model: 1 } } },
  { otherModels: 'b' },
])('settings with %j are refused', (settings) => {
  const problem = shapeProblem({ ...RUN, settings: { ...RUN.settings, ...settings } });
  expect(problem).toBe('has an invalid value of settings');
});

test.each([-1, 8_640_000_000_000_001, Number.MAX_VALUE])('a time of %d is refused', (startedAt) => {
  expect(shapeProblem({ ...RUN, startedAt })).toBe('has an invalid value of startedAt');
  const timing = { endMs: startedAt };
  expect(shapeProblem({ ...exchangeLine('e1'), timing })).toBe('has an invalid value of timing');
});
