import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { type Outcome, runAgainst } from './against.ts';

const verdicts = ({ results }: Outcome) => results.map(({ id, verdict }) => [id, verdict]);

/** What a range without an end holds depends on which of our own completions are booked at that moment. */
const lasting = CHECKS.filter(({ id }) => id !== 'usage/open-ranges');

test('a run sees inside the process what it sees over the network', { timeout: 60_000 }, async () => {
  const inside = await runAgainst(lasting, { changes: [], seed: 7 });
  const network = await runAgainst(lasting, { changes: [], seed: 7, network: true });
  expect(verdicts(inside)).toEqual(verdicts(network));
  expect(inside.requests).toBe(network.requests);
  expect(inside.wire.differingFrom(network.wire)).toBeUndefined();
});
