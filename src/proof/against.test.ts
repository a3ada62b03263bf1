import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { type Outcome, runAgainst } from './against.ts';

const verdicts = ({ results }: Outcome) => results.map(({ id, verdict }) => [id, verdict]);

test('a run sees inside the process what it sees over the network', { timeout: 60_000 }, async () => {
  // How much of a canceled stream comes, and is counted, is chance.
  const checks = CHECKS.filter(({ id }) => id !== 'status/after-cancellation');
  const inside = await runAgainst(checks, { changes: [], seed: 7 });
  const network = await runAgainst(checks, { changes: [], seed: 7, network: true });
  expect(verdicts(inside)).toEqual(verdicts(network));
  expect(inside.requests).toBe(network.requests);
  expect(inside.wire.differingFrom(network.wire)).toBeUndefined();
});
