import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply } from '../../message.ts';

/** A cache in front of an endpoint that gives each address its first answer for ever. */
const remembered =
  (endpoint: 'stats' | 'summary' | 'export'): Change =>
  (before) => {
    const known = new Map<string, Reply>();
    return replies(
      (reply, request) => request.endpoint === endpoint && reply.status === 200,
      (reply, { headers, query }) => {
        const address = `${headers.authorization} ${query}`;
        const first = known.get(address) ?? reply;
        known.set(address, first);
        return first;
      },
    )(before);
  };

/** Totals that stand still (4.2 to 4.4): nobody can tell a cache without end from one that outlasts the run. */
export const stale: readonly Fault[] = faults(
  'must',
  ['accounting/*'],
  (['stats', 'summary', 'export'] as const).map(
    (endpoint): FaultRow => [
      `accounting/${endpoint}-remembered`,
      '4.2',
      `the first answer of the ${endpoint} is given for ever, although its totals have grown`,
      remembered(endpoint),
      {
        undecidable:
          'usage may show later than a run waits: only when a later completion was counted there is an earlier one lost',
      },
    ],
  ),
);
