import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import type { Fault } from '../reference/deviation.ts';
import { FAULTS, findDeviation } from '../reference/deviations.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { runAgainst } from './against.ts';

const checks = CHECKS.filter((check) => inProfile(check, 'standard'));
/** Faults that are drawn anew for each seed; all of them would take hours. */
const SAMPLE = 8;
const SEED = Number(process.env.CHATSPEC_SELECTION_SEED ?? 1);
const UNDECIDED: readonly Verdict[] = ['inconclusive', 'not-applicable'];

async function verdicts(fault: Fault, selected: readonly Check[]): Promise<Map<string, Verdict>> {
  const { change, service, settings } = fault;
  const { results } = await runAgainst(selected, {
    changes: [change],
    seed: SEED,
    ...(service && { service }),
    ...(settings && { settings }),
  });
  return new Map(results.map(({ id, verdict }) => [id, verdict]));
}

/** Checks that tell of a fault: they keep their verdict, or say why they can't decide. */
async function keeps(fault: Fault, skipped: (id: string) => boolean): Promise<void> {
  const all = await verdicts(fault, checks);
  const tells = [...all].filter(
    ([id, verdict]) => ['fail', 'warn'].includes(verdict) && globOver(fault.expects)(id),
  );
  expect(tells.length).toBeGreaterThan(0);
  const some = await verdicts(
    fault,
    checks.filter(({ id }) => !skipped(id) || tells.some(([detector]) => detector === id)),
  );
  for (const [id, verdict] of tells) expect([verdict, ...UNDECIDED], id).toContain(some.get(id));
}

describe('which other checks are selected changes no verdict into another decided one', () => {
  const twice = findDeviation('accounting/for-two-organizations') as Fault;
  test('without the check that reads the other organization first', () =>
    keeps(twice, (id) => id === 'isolation/others-before'));
  test('with isolation and accounting alone', () =>
    keeps(twice, (id) => !/^(isolation|accounting)\//.test(id)));

  const random = randomStream(`selection ${SEED}`);
  const drawn = FAULTS.filter(({ network, level }) => !network && level === 'must')
    .map((fault) => ({ fault, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, SAMPLE);
  test.each(drawn)('$fault.id, without every other check', async ({ fault }) => {
    const left = new Set(checks.filter(() => random() < 0.5).map(({ id }) => id as string));
    await keeps(fault, (id) => left.has(id));
  });
});
