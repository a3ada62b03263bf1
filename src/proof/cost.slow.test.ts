import { expect, test } from 'vitest';
import type { Change } from '../../reference/src/behaviour.ts';
import type { UsageRecord } from '../../reference/src/usage-record.ts';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
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
  // Streams are asked last, and something is left for them.
  const streams = outcome.results.filter(({ id }) => id.startsWith('stream/'));
  expect(streams.filter(({ verdict }) => verdict === 'inconclusive').length).toBeLessThan(10);
});

/** Delays of requests, except of the first ones: ids of the service follow the order of arrival, and prompts the first id. */
function shuffled(): () => number {
  let sent = 0;
  return () => (sent++ < FIRST ? 0 : Math.random() * 6);
}

/** Requests of the handshake. */
const FIRST = 3;

test('the same seed and answers send the same requests, whichever answer comes first', {
  timeout: 120_000,
}, async () => {
  const asked = async (jitter?: () => number) => {
    const trial = { changes: [takesAll], seed: 3, ...(jitter && { jitter }) };
    const { wire } = await runAgainst(of('standard'), trial);
    // How often totals are read until they move depends on time.
    return wire.asked().filter((request) => !/^accounting\/\S+\/(?:stats|summary|export) /.test(request));
  };
  const still = await asked();
  expect(await asked(shuffled())).toEqual(still);
  expect(await asked(shuffled())).toEqual(still);
});

test('no round of accounting is paid for where accounting is skipped', { timeout: 60_000 }, async () => {
  const others = of('standard').filter(({ id }) => !id.startsWith('accounting/'));
  const { billed } = await runAgainst(others, { changes: [], seed: 1 });
  expect(billed).toBe(55);
});

/** Adds so much to each record that single completions vanish in the rounding of floating point. */
const HUGE = 9e17;
const rounded: Change = (before) => {
  const more = (record: UsageRecord): UsageRecord => ({
    ...record,
    input_tokens: record.input_tokens + HUGE,
    output_tokens: record.output_tokens + HUGE,
    total_tokens: record.total_tokens + 2 * HUGE,
  });
  return {
    list: (source, query, request) => before.list(source, query, request).map(more),
    *exported(source, query, request) {
      for (const record of before.exported(source, query, request)) yield more(record);
    },
    summarize: (source, query, request) => {
      const sums = before.summarize(source, query, request);
      const count = source.list({ ...query, limit: 1e6, offset: 0 }).length;
      return {
        ...sums,
        total_input_tokens: sums.total_input_tokens + count * HUGE,
        total_output_tokens: sums.total_output_tokens + count * HUGE,
        total_tokens: sums.total_tokens + 2 * count * HUGE,
      };
    },
  };
};

test('growth that vanishes in rounding is not waited for', { timeout: 60_000 }, async () => {
  const { results, billed, clockMs } = await runAgainst(of('standard'), { changes: [rounded], seed: 1 });
  expect(results.find(({ id }) => id === 'accounting/completions')?.message).toContain('rounded');
  expect(billed).toBeLessThanOrEqual(60);
  expect(clockMs).toBeLessThan(60_000);
});
