import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply, ServiceRequest } from '../../message.ts';
import type { UsageEntry, UsageRecord } from '../../usage-record.ts';
import { alsoSilent } from './recorded.ts';

/** A reply that can be sent more than once: an export is written row by row. */
const kept = (reply: Reply): Reply =>
  Symbol.iterator in reply.body && !(reply.body instanceof Uint8Array)
    ? { ...reply, body: [...reply.body] }
    : reply;

/** A cache in front of an endpoint that returns each URL's first response forever. */
const remembered =
  (endpoint: 'stats' | 'summary' | 'export'): Change =>
  (before) => {
    const known = new Map<string, Reply>();
    return replies(
      (reply, request) => request.endpoint === endpoint && reply.status === 200,
      (reply, { headers, query }) => {
        const address = `${headers.authorization} ${query}`;
        const first = known.get(address) ?? kept(reply);
        known.set(address, first);
        return first;
      },
    )(before);
  };

/** Tokens of a completion that replace those of the previous one with the same model. */
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

const HOUR = 3_600_000;

/** Records of these days in which the total column was never written. */
const withoutTotal: Change = (before) => {
  const isNew = ({ date }: UsageRecord, { receivedAt }: ServiceRequest) =>
    Math.abs(Date.parse(date) - receivedAt) < 48 * HOUR;
  const edit = (record: UsageRecord, request: ServiceRequest) =>
    isNew(record, request) ? { ...record, total_tokens: 0 } : record;
  return {
    list: (source, query, request) => before.list(source, query, request).map((one) => edit(one, request)),
    *exported(source, query, request) {
      for (const one of before.exported(source, query, request)) yield edit(one, request);
    },
    summarize: (source, query, request) => {
      const sums = { ...before.summarize(source, query, request) };
      for (const one of source.each(query)) if (isNew(one, request)) sums.total_tokens -= one.total_tokens;
      return sums;
    },
  };
};

/** A total that does not grow with its parts. */
export const totalLeft: readonly Fault[] = faults(
  'must',
  'accounting/* usage/*-total-is-sum',
  alsoSilent([
    [
      'accounting/total-left',
      '4.2',
      'total_tokens does not grow by input_tokens plus output_tokens',
      withoutTotal,
    ],
  ]),
);

/** Totals that contain only the last completion. */
export const replaced: readonly Fault[] = faults(
  'must',
  'accounting/*',
  alsoSilent([
    [
      'accounting/replaced',
      '4.2',
      'tokens of each completion replace those of the previous one with the same model',
      replacing,
    ],
  ]),
);

/** Totals that do not change (4.2 to 4.4): an endless cache is indistinguishable from one that outlasts the run. */
export const stale: readonly Fault[] = faults(
  'must',
  'accounting/*',
  (['stats', 'summary', 'export'] as const).map(
    (endpoint): FaultRow => [
      `accounting/${endpoint}-remembered`,
      '4.2',
      `the ${endpoint} is cached forever`,
      remembered(endpoint),
      {
        undecidable: 'answers may be remembered for longer than a run waits',
        // Days that leave meanwhile are no reason to accuse anything else.
        bases: { 'usage/oldest-days-leave': 'shows' },
      },
    ],
  ),
);
