import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { selectChecks } from '../engine/select.ts';
import { runAgainst } from '../proof/against.ts';
import { constraintCoverage } from '../requests/coverage.ts';
import { EACH_OTHER_MODEL } from '../vocabulary/caps.ts';
import { plan, planText } from './request-plan.ts';

const credentials = ['main', 'empty-wallet', 'other-organization', 'none'] as const;

test.each([
  ['standard', 70, 2_500, 20_000],
  ['smoke', 8, 400, 20_000],
] as const)('a %s run stays within its price', (profile, billable, tokens, characters) => {
  const checks = selectChecks(CHECKS, profile, [], []);
  const { total, areas } = plan(checks, { profile, seed: 1, reasoningModel: 'r' }, credentials);
  expect(total.billable).toBeLessThanOrEqual(billable);
  expect(total.tokens).toBeLessThanOrEqual(tokens);
  expect(total.characters).toBeLessThanOrEqual(characters);
  expect([...areas.values()].reduce((sum, amount) => sum + amount.requests, 0)).toBe(total.requests);
});

test('each model beside the first one costs eight completions more', () => {
  const checks = CHECKS.filter((check) => inProfile(check, 'smoke'));
  const planned = (otherModels: string[]) =>
    plan(checks, { profile: 'smoke', seed: 1, reasoningModel: 'r', otherModels }, credentials);
  const [none, one, three] = [planned([]), planned(['a']), planned(['a', 'b', 'c'])] as const;
  expect([one.total.billable - none.total.billable, three.total.billable - none.total.billable]).toEqual([
    8, 24,
  ]);
  const { completions, tokens } = EACH_OTHER_MODEL;
  expect(one.total.tokens - none.total.tokens).toBe(tokens);
  expect([three.caps.completions - none.caps.completions, three.caps.tokens - none.caps.tokens]).toEqual([
    3 * completions,
    3 * tokens,
  ]);
});

test('the plan is told as a table', () => {
  const amount = { requests: 12, billable: 3, tokens: 24, characters: 300 };
  const caps = { completions: 40, tokens: 1_000, reported: 10_000 };
  const text = planText({ profile: 'smoke', total: amount, areas: new Map([['request', amount]]), caps });
  expect(text.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['profile', 'smoke'],
    ['area', 'requests', 'billed', 'tokens', 'characters'],
    ['request', '12', '3', '24', '300'],
    ['about', '12', '3', '24', '300'],
    expect.arrayContaining(['maximum:', '40', '1000', '10000']),
    [''],
  ]);
});

test('the standard profile exercises every constraint of the request', async () => {
  const checks = CHECKS.filter((check) => check.id.startsWith('request/') && inProfile(check, 'standard'));
  const { results } = await runAgainst(checks, { changes: [], seed: 1 });
  const coverage = constraintCoverage(results);
  expect(coverage.filter(({ exercised }) => !exercised)).toEqual([]);
  expect(coverage.length).toBeGreaterThan(80);
});
