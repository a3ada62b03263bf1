import { describe, expect, test } from 'vitest';
import type { Fault } from '../../reference/src/deviation.ts';
import { FAULTS, findDeviation } from '../../reference/src/deviations/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { globOver } from '../vocabulary/glob.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { runAgainst } from './against.ts';

/** Faults of the sample. */
const SAMPLE = 8;
const SEED = 1;

describe('which other checks are selected changes no verdict into another decided one', () => {
  const twice = findDeviation('accounting/for-two-organizations') as Fault;
  test.each([
    ['without the check that reads the other organization first', /^isolation\/others-before$/],
    ['with isolation and accounting alone', /^(?!(isolation|accounting)\/)/],
  ] as const)('%s', async (_, skipped) => {
    const { changed, found } = await compareSelections(twice, SEED, (id) => skipped.test(id));
    expect(changed).toEqual([]);
    expect(found).toBeGreaterThan(0);
  });

  const random = randomStream(`selection ${SEED}`);
  const drawn = FAULTS.filter((fault) => !fault.network && !fault.undecidable && fault.level === 'must')
    .map((fault) => ({ fault, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, SAMPLE);
  test.each(drawn)('$fault.id, without half of the other checks', async ({ fault }) => {
    const { changed, found } = await compareSelections(fault, SEED);
    expect(changed).toEqual([]);
    expect(found).toBeGreaterThan(0);
  });
});

const checks = CHECKS.filter((check) => inProfile(check, 'standard'));
const DECIDED: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed'];

/** The effect of the other selected checks: checks that find the fault, and the number of compared ones. */
interface SelectionResult {
  /**
   * Checks that find the fault with all others, and report something else without the skipped ones; one per line.
   */
  changed: string[];
  found: number;
}

/**
 * Runs all checks against a fault, and then without the skipped ones: a check that finds the fault keeps its
 * verdict, or is inconclusive. Checks that find it are never skipped.
 */
async function compareSelections(
  fault: Fault,
  seed: number,
  isSkipped: (id: string) => boolean = skippingHalf(fault, seed),
): Promise<SelectionResult> {
  const whole = await verdicts(fault, seed, () => true);
  const finds = globOver(fault.expects);
  const found = [...whole].filter(([id, verdict]) => ['fail', 'warn'].includes(verdict) && finds(id));
  const kept = new Set(found.map(([id]) => id));
  const part = await verdicts(fault, seed, (id) => kept.has(id) || !isSkipped(id));
  const changed = found.flatMap(([id, verdict]) => {
    const now = part.get(id) ?? 'skipped';
    return now !== verdict && DECIDED.includes(now) ? [`${id}: ${verdict}, in a selection ${now}`] : [];
  });
  return { changed, found: found.length };
}

/** Skips half of the checks, drawn for each fault. */
function skippingHalf({ id }: Fault, seed: number): (id: string) => boolean {
  const random = randomStream(`selection ${seed} ${id}`);
  const skipped = new Set<string>(checks.filter(() => random() < 0.5).map((check) => check.id));
  return (check) => skipped.has(check);
}

async function verdicts(
  { change, service, settings, network }: Fault,
  seed: number,
  isSelected: (id: string) => boolean,
): Promise<Map<string, Verdict>> {
  const { results } = await runAgainst(
    checks.filter(({ id }) => isSelected(id)),
    {
      changes: [change],
      seed,
      network,
      ...(service && { service }),
      ...(settings && { settings }),
    },
  );
  return new Map(results.map(({ id, verdict }) => [id, verdict]));
}
