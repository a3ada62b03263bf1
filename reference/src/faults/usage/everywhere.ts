import type { Change } from '../../behaviour.ts';
import { dayOf, isoDay } from '../../calendar.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { UsageEntry, UsageRecord } from '../../usage-record.ts';

/** Shows other records on all three endpoints, so that they agree and no sum differs. */
const shown =
  (edit: (record: UsageRecord) => UsageRecord): Change =>
  (before) => ({
    list: (source, query, request) => before.list(source, query, request).map(edit),
    exported: function* (source, query, request) {
      for (const record of before.exported(source, query, request)) yield edit(record);
    },
    summarize: (source, query, request) => {
      const records = source.list({ ...query }).map(edit);
      const sums = before.summarize(source, query, request);
      return {
        ...sums,
        total_tokens: records.reduce((sum, record) => sum + record.total_tokens, 0),
        unique_users: new Set(records.map((record) => record.user_id)).size,
      };
    },
  });

const TWINS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const;

/** Two records of a past day that differ only in the user. */
const twins = (organization: string, now: number): UsageEntry[] =>
  TWINS.map((user, i) => ({
    at: now - 10 * 86_400_000,
    organization,
    user,
    email: 'twin@example.com',
    model: 'bora-\u03b1',
    provider: 'Nimbus',
    source: 'api',
    inputTokens: 40 + i,
    outputTokens: 20,
    requests: 1,
  }));

/** The id of the first twin for that of the second, in capitals if ids are; other ids unchanged. */
function asTwin(id: string): string {
  const [first, second] = TWINS;
  return id === second ? first : id === second.toUpperCase() ? first.toUpperCase() : id;
}

/** The same error on all three endpoints (2.8, 2.9). */
export const everywhere: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/not-aggregated',
      '2.8',
      'a user can have two records for one model, provider and source on a day',
      (before) => ({
        ...shown((record) => ({ ...record, user_id: asTwin(record.user_id) }))(before),
        traffic: (request) => [
          ...before.traffic(request),
          ...(request.account && request.service.count(`twins ${request.account.organization}`) === 0
            ? twins(request.account.organization, request.service.clock.now())
            : []),
        ],
      }),
      hidden('two providers may have served it', 'usage/provider-not-shown'),
    ],
    [
      'usage/recent-key-record-twice',
      '2.8',
      'a day of the last week has two records of the same user, model, provider and source',
      (before) => ({
        list: (source, query, request) => {
          const records = before.list(source, query, request);
          const day = dayOf(request.service.clock.now()) - 5;
          const at = records.findIndex(({ date }) => date.startsWith(isoDay(day)));
          return at < 0
            ? records
            : records.map((record, i) => (i === at + 1 ? { ...records[at]!, id: record.id } : record));
        },
      }),
      hidden('two providers may have served it', 'usage/provider-empty'),
    ],
  ]),
  ...faults('should', 'usage/* accounting/no-more-than-sent accounting/completions', [
    [
      'usage/totals-with-overhead',
      '2.9',
      'total_tokens includes one extra token per request in all endpoints',
      shown((record) => ({ ...record, total_tokens: record.total_tokens + record.total_requests })),
    ],
  ]),
];
