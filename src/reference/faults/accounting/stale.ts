import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply } from '../../message.ts';
import type { UsageEntry } from '../../usage/record.ts';
import { alsoSilent } from './recorded.ts';

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

/** Tokens of a completion that replace those of the one before it, of the same model. */
const replacing: Change = (before) => {
  const last = new Map<string, UsageEntry>();
  return {
    account: (entry, origin, request) =>
      before.account(entry, origin, request).map((made) => {
        const earlier = last.get(made.model);
        last.set(made.model, made);
        return {
          ...made,
          inputTokens: made.inputTokens - (earlier?.inputTokens ?? 0),
          outputTokens: made.outputTokens - (earlier?.outputTokens ?? 0),
        };
      }),
  };
};

/** Totals that hold the last completion alone. */
export const replaced: readonly Fault[] = faults(
  'must',
  ['accounting/*'],
  alsoSilent([
    [
      'accounting/replaced',
      '4.2',
      'the tokens of each completion replace those of the one before it, of the same model',
      replacing,
    ],
  ]),
);

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
