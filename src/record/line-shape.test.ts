import { expect, test } from 'vitest';
import { exchangeLine, facts, runLine } from '../testing/journal.ts';
import { shapeProblem } from './line-shape.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => `m${i}`);
const RUN = runLine([facts('stream/framing')]);

test.each([
  { shard: { index: 1, of: 3 } },
  { budget: { requests: 10 }, prices: { input: 1, output: 2 } },
  {
    usageNames: { start: 'from', columns: { model: 'Model' } },
    usageRange: { from: '2026-01-01', to: '2026-02-01' },
  },
  { baseUrl: 'https://service.test/base', otherModels: ['b'], clients: ['python'] },
  // The limits of the command line.
  { otherModels: many(20), concurrency: 256, seed: 2 ** 32 - 1, settleMs: 86_400_000 },
  { shard: { index: 20, of: 20 }, extraHeaders: many(1_000).map((name) => [name, 'x']) },
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
  { otherModels: many(21) },
  { model: 'm'.repeat(65_537) },
  { secretHeaders: many(1_001) },
  { clients: many(1_001) },
  { extraHeaders: many(1_001).map((name) => [name, 'x']) },
  { concurrency: 0 },
  { concurrency: 257 },
  { attempts: 1e9 },
  { seed: 1e308 },
  { settleMs: 1e300 },
  { settleDeadlineMs: 1e300 },
  { timeouts: { connectMs: -1 } },
  { budget: { requests: -1e308 } },
  { maxBody: -1 },
  { usageRange: { from: 'zzz', to: '' } },
  { usageNames: { columns: Object.fromEntries(many(101).map((name) => [name, name])) } },
  { shard: { index: 1, of: 21 } },
])('settings with %j are refused', (settings) => {
  const problem = shapeProblem({ ...RUN, settings: { ...RUN.settings, ...settings } });
  expect(problem).toBe('has an invalid value of settings');
});

test.each([-1, 8_640_000_000_000_001, Number.MAX_VALUE])('a time of %d is refused', (startedAt) => {
  expect(shapeProblem({ ...RUN, startedAt })).toBe('has an invalid value of startedAt');
  const timing = { endMs: startedAt };
  expect(shapeProblem({ ...exchangeLine('e1'), timing })).toBe('has an invalid value of timing');
});

test.each(['constructor', '$(id)', '', 'Main'])('the credential %j is refused', (credential) => {
  const line = { ...exchangeLine('e1'), credential };
  expect(shapeProblem(line)).toBe('has an invalid value of credential');
});

test.each([
  { label: 'a'.repeat(65_537) },
  { owner: 'a'.repeat(65_537) },
  { id: 'e07' },
  { request: { ...exchangeLine('e1').request, url: `http://service.test/${'a'.repeat(65_537)}` } },
])('an exchange with a name that is too long, or a number of another form, is not of a run', (members) => {
  const [name] = Object.keys(members);
  expect(shapeProblem({ ...exchangeLine('e1'), ...members })).toBe(`has an invalid value of ${name}`);
});
