import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import type { Change } from '../reference/behaviour.ts';
import type { Profile } from '../vocabulary/settings.ts';
import { runAgainst } from './against.ts';

/** Takes every body that can be read at all, whatever it holds. */
const takesAll: Change = () => ({ violations: () => [] });
/** Answers every invalid request as if it were overloaded. */
const overloadedByBadOnes: Change = (b) => ({
  status(refusal, request) {
    const status = b.status(refusal, request);
    return status === 400 || status === 422 ? 503 : status;
  },
});
/** Says of every answer that it took a thousand tokens. */
const dear: Change = () => ({
  completion: (json) => ({
    ...json,
    usage: { prompt_tokens: 600, completion_tokens: 400, total_tokens: 1_000 },
  }),
});
/** Asks for no key. */
const open: Change = () => ({
  violations: () => [],
  authenticate: (found, _, accounts) => found ?? accounts[0],
});

const of = (profile: Profile) => CHECKS.filter((check) => inProfile(check, profile));

test.each([
  ['smoke', 40, 10],
  ['standard', 180, 50],
  ['exhaustive', 400, 60],
] as const)(
  'a %s run pays for at most %i completions, whatever is accepted',
  {
    timeout: 120_000,
  },
  async (profile, most, fails) => {
    for (const change of [takesAll, open]) {
      const outcome = await runAgainst(of(profile), { changes: [change], seed: 1, settings: { profile } });
      expect(outcome.billed).toBeLessThanOrEqual(most);
      expect(outcome.results.filter((line) => line.verdict === 'fail').length).toBeGreaterThan(fails);
      const reasons = outcome.results.filter((line) => line.verdict === 'inconclusive').map((l) => l.message);
      for (const reason of reasons)
        expect(reason).toMatch(
          /--max-billed|--max-tokens|auth\/|empty bearer|without a valid key|no exchange shows that|the same invalid request is accepted in a small body|an invalid temperature alone is not rejected/,
        );
    }
  },
);

test('a server error to every bad request costs a few controls in all', { timeout: 60_000 }, async () => {
  const outcome = await runAgainst(of('standard'), { changes: [overloadedByBadOnes], seed: 1 });
  expect(outcome.billed).toBeLessThan(100);
  expect(outcome.results.filter((line) => line.verdict === 'fail').length).toBeGreaterThan(80);
});

test('nothing is bought after 10,000 tokens were reported', { timeout: 60_000 }, async () => {
  const outcome = await runAgainst(of('standard'), { changes: [dear], seed: 1 });
  // What was under way then had been bought already.
  expect(outcome.billed).toBeLessThan(10 + 2 * 16 + 10);
  const spent = outcome.results.filter((line) => /tokens, above the limit of/.test(line.message));
  expect(spent.length).toBeGreaterThan(10);
});

test('the same seed and answers send the same requests, whichever answer comes first', {
  timeout: 120_000,
}, async () => {
  const asked = async (jitter?: () => number) => {
    const trial = { changes: [takesAll], seed: 3, ...(jitter && { jitter }) };
    const { wire } = await runAgainst(of('standard'), trial);
    return wire.asked();
  };
  const still = await asked();
  expect(await asked(() => Math.random() * 6)).toEqual(still);
  expect(await asked(() => Math.random() * 6)).toEqual(still);
});
