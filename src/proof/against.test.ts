import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { type Outcome, runAgainst } from './against.ts';

const verdicts = ({ results }: Outcome) => results.map(({ id, verdict }) => [id, verdict]);

test('a run sees inside the process what it sees over the network', { timeout: 60_000 }, async () => {
  const inside = await runAgainst(CHECKS, { changes: [], seed: 7 });
  const network = await runAgainst(CHECKS, { changes: [], seed: 7, network: true });
  expect(verdicts(inside)).toEqual(verdicts(network));
  expect(inside.requests).toBe(network.requests);
  expect(inside.wire.differingFrom(network.wire)).toBeUndefined();
});
