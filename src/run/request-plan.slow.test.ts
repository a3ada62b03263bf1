import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import { runAgainst } from '../proof/against.ts';
import { plan } from './request-plan.ts';

const credentials = ['main', 'empty-wallet', 'other-organization', 'none'] as const;

describe('beside a run against the embedded service', () => {
  test.each([
    ['standard', []],
    ['smoke', []],
    ['standard', ['request/*']],
    ['standard', ['stream/*', 'tool/*', 'format/*']],
    ['standard', ['usage/*']],
  ] as const)('%s: %j', { timeout: 120_000 }, async (profile, only) => {
    const checks = selectChecks(CHECKS, profile, [...only], []);
    const { total } = plan(checks, { profile, seed: 4, reasoningModel: 'r' }, credentials);
    const run = await runAgainst(checks, { changes: [], seed: 4, settings: { profile } });
    const isWhole = only.length === 0 && profile === 'standard';
    // Exact for a whole run; at most, and about, for a part of one.
    if (isWhole) expect([total.billable, total.tokens]).toEqual([run.billed, run.tokens]);
    expect(total.billable).toBeGreaterThanOrEqual(run.billed);
    expect(total.tokens).toBeGreaterThanOrEqual(run.tokens);
    expect(total.billable).toBeLessThanOrEqual(60);
    expect(total.requests / run.requests).toBeGreaterThan(0.9);
    expect(total.requests / run.requests).toBeLessThan(isWhole ? 1.1 : 1.35);
  });
});
