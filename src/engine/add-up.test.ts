import { expect, test } from 'vitest';
import { check } from '../testing/scripted-checks.ts';
import type { Check, Finding } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { addedUp, NOT_AGAIN } from './add-up.ts';

type Lapse = Pick<Finding, 'breach' | 'clause'>;

const lineOf = (id: Check['id'], lapse: Lapse, unstable: boolean): CheckLine => ({
  type: 'check',
  id,
  verdict: 'warn',
  message: 'it did not recur',
  findings: [
    {
      expected: 'status 401',
      actual: `status 200${NOT_AGAIN}`,
      place: 'status',
      exchanges: [id],
      as: 'warn',
      ...(unstable && { unstable }),
      ...lapse,
    },
  ],
  observations: [],
  evidence: [id],
  startedAt: 0,
  durationMs: 0,
});

/** The verdicts of two checks, each of which saw a violation that did not recur. */
function verdicts(first: Lapse, second: Lapse, unstable = true) {
  const ids = ['auth/one', 'isolation/two'] as const;
  const checks = ids.map((id) => check(async () => {}, { id }));
  const lines = new Map(ids.map((id, i) => [id as string, lineOf(id, i === 0 ? first : second, unstable)]));
  return addedUp(checks, lines).map(({ id, verdict, findings }) => [id, verdict, findings[0]!.actual]);
}

test.each<[string, Lapse]>([
  ['keys', { breach: 'unlocked' }],
  ['invalid requests', { breach: 'bad-accepted' }],
  ['usage of another organization', { clause: '5.3' }],
])('two lapses of %s in two checks are no chance', (_, lapse) => {
  const found = verdicts(lapse, lapse);
  expect(found.map(([id, verdict]) => [id, verdict])).toEqual([
    ['auth/one', 'fail'],
    ['isolation/two', 'fail'],
  ]);
  expect(found[0]![2]).toMatch(/^status 200 \(correct when repeated; .* in 2 findings of the run\)$/);
});

test.each<[string, Lapse, Lapse, boolean]>([
  ['of different kinds', { breach: 'unlocked' }, { breach: 'bad-accepted' }, true],
  ['that load explains', { breach: 'server-error' }, { breach: 'server-error' }, true],
  ['that were warnings at once', { breach: 'bad-accepted' }, { breach: 'bad-accepted' }, false],
])('lapses %s change nothing', (_, first, second, unstable) => {
  expect(verdicts(first, second, unstable)).toEqual([]);
});
