import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { runAgainst } from '../proof/against.ts';
import { constraintCoverage } from '../requests/coverage.ts';
import { plan, planText } from './request-plan.ts';

const credentials = ['main', 'empty-wallet', 'other-organization', 'none'] as const;

test.each([
  ['standard', 60, 2_500, 20_000],
  ['smoke', 8, 400, 20_000],
] as const)('a %s run stays within its price', async (profile, billable, tokens, characters) => {
  const checks = CHECKS.filter((check) => inProfile(check, profile));
  const { total, areas } = await plan(checks, { profile, seed: 1, reasoning: true, credentials });
  expect(total.billable).toBeLessThanOrEqual(billable);
  expect(total.tokens).toBeLessThanOrEqual(tokens);
  expect(total.characters).toBeLessThanOrEqual(characters);
  expect([...areas.values()].reduce((sum, amount) => sum + amount.requests, 0)).toBe(total.requests);
});

test('the plan is told as a table', () => {
  const amount = { requests: 12, billable: 3, tokens: 24, characters: 300 };
  const text = planText({ profile: 'smoke', total: amount, areas: new Map([['request', amount]]) });
  expect(text.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['profile', 'smoke'],
    ['area', 'requests', 'billable', 'tokens', 'characters'],
    ['request', '12', '3', '24', '300'],
    ['total', '12', '3', '24', '300'],
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
