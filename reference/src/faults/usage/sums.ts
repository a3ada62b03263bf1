import type { Change } from '../../behaviour.ts';
import { listed, summed } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { UsageQuery, UsageRecord, UsageSource, UsageSummary } from '../../usage-record.ts';

type Sums = Pick<
  UsageSummary,
  'total_input_tokens' | 'total_output_tokens' | 'total_tokens' | 'total_requests'
>;

/** The four sums over some of the records. */
function sumsOf(records: readonly UsageRecord[]): Sums {
  const total = (member: 'input_tokens' | 'output_tokens' | 'total_tokens' | 'total_requests') =>
    records.reduce((sum, record) => sum + record[member], 0);
  return {
    total_input_tokens: total('input_tokens'),
    total_output_tokens: total('output_tokens'),
    total_tokens: total('total_tokens'),
    total_requests: total('total_requests'),
  };
}

const over = (
  pick: (records: UsageRecord[], query: UsageQuery, source: UsageSource) => UsageRecord[],
): Change =>
  summed((sums, query, source) => ({ ...sums, ...sumsOf(pick(source.list(query), query, source)) }));

/** Why the number of providers is unknown. */
const NO_PROVIDERS = hidden('the counted records have no provider', 'usage/provider-not-shown');

/** Totals (2.9, 4.3). */
export const sums: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/summary-first-100',
      '2.9',
      'the summary adds up the first 100 records',
      over((records) => records.slice(0, 100)),
      hidden('no range of closed days has more than a hundred records', 'usage/101-records'),
    ],
    ['usage/summary-loses-one', '2.9', 'the summary lacks one record', over((records) => records.slice(1))],
    ['usage/summary-doubled', '2.9', 'a join doubles the sums', over((records) => [...records, ...records])],
    [
      'usage/summary-api-only',
      '2.9',
      'the summary ignores usage of the app',
      over((records) => records.filter((r) => r.source === 'api')),
    ],
    [
      'usage/summary-one-user',
      '2.9',
      'the summary covers only the user of the key',
      over((records) => records.filter((r) => r.email === records[0]?.email)),
    ],
    [
      'usage/summary-one-provider',
      '2.9',
      'the summary ignores one provider',
      over((records) => records.filter((r) => r.model_provider !== 'Nimbus')),
    ],
    [
      'usage/summary-quoted-models-lost',
      '2.9',
      'the summary ignores models with a quote in their name',
      over((records) => records.filter((r) => !r.model.includes('"'))),
    ],
    [
      'usage/summary-input-as-total',
      '2.9',
      'total_tokens equals the input tokens',
      summed((s) => ({ ...s, total_tokens: s.total_input_tokens })),
    ],
    [
      'usage/summary-swapped',
      '2.9',
      'input and output tokens are swapped in the summary',
      summed((s) => ({
        ...s,
        total_input_tokens: s.total_output_tokens,
        total_output_tokens: s.total_input_tokens,
      })),
    ],
    [
      'usage/summary-requests-as-records',
      '2.9',
      'total_requests counts records',
      summed((s, query, source) => ({ ...s, total_requests: source.list(query).length })),
    ],
    [
      'usage/summary-rounded',
      '2.9',
      'the sums are rounded to hundreds',
      summed((s) => ({ ...s, total_input_tokens: Math.round(s.total_input_tokens / 100) * 100 + 7 })),
    ],
    ['usage/summary-zero', '2.9', 'the sums are zero', over(() => [])],
    [
      'usage/stats-swapped',
      '2.8',
      'input and output tokens are swapped in the records',
      listed((records) =>
        records.map((r) => ({ ...r, input_tokens: r.output_tokens, output_tokens: r.input_tokens })),
      ),
    ],
    [
      'usage/stats-total-without-output',
      '2.8',
      'total_tokens of records does not include the output',
      listed((records) => records.map((r) => ({ ...r, total_tokens: r.input_tokens }))),
    ],
    [
      'usage/stats-requests-one',
      '2.8',
      'each record counts one request',
      listed((records) => records.map((r) => ({ ...r, total_requests: 1 }))),
    ],
  ]),
  ...faults('must', 'usage/summary-range', [
    [
      'usage/summary-of-a-day-requests-as-records',
      '4.3',
      'total_requests of a single day counts records',
      summed((s, query, source) =>
        query.firstDay !== undefined && query.firstDay === query.lastDay
          ? { ...s, total_requests: source.list(query).length }
          : s,
      ),
      { bases: { 'usage/end-exclusive': { hidden: 'a single day is not a range there' } } },
    ],
  ]),
  ...faults('should', 'usage/summary-total-is-sum', [
    [
      'usage/summary-of-few-days-input-as-total',
      '2.9',
      'total_tokens of up to three days equals the input tokens',
      summed((s, { firstDay = 0, lastDay = firstDay }) =>
        lastDay - firstDay < 3 ? { ...s, total_tokens: s.total_input_tokens } : s,
      ),
    ],
  ]),
  ...faults('should', 'usage/*', [
    [
      'usage/summary-users-by-day',
      '2.9',
      'unique_users counts a user once a day',
      summed((s, query, source) => ({
        ...s,
        unique_users: new Set(source.list(query).map((r) => r.email + r.date)).size,
      })),
    ],
    [
      'usage/summary-models-by-provider',
      '2.9',
      'unique_models counts a model once for each provider',
      summed((s, query, source) => ({
        ...s,
        unique_models: new Set(source.list(query).map((r) => r.model + r.model_provider)).size,
      })),
    ],
    ...(['unique_users', 'unique_models', 'unique_providers', 'api_usage', 'app_usage'] as const).map(
      (member) =>
        [
          `usage/summary-${member.replace('_', '-')}-of-all-time`,
          '2.9',
          `${member} ignores the date range`,
          summed((s, { organization }, source) => ({
            ...s,
            [member]: source.sum({ organization })[member],
          })),
          member === 'unique_providers' ? NO_PROVIDERS : {},
        ] as const,
    ),
    [
      'usage/summary-providers-constant',
      '2.9',
      'unique_providers is a constant',
      summed((s) => ({ ...s, unique_providers: 9 })),
      NO_PROVIDERS,
    ],
    [
      'usage/summary-sources-swapped',
      '2.9',
      'api_usage and app_usage are swapped',
      summed((s) => ({ ...s, api_usage: s.app_usage, app_usage: s.api_usage })),
    ],
    [
      'usage/summary-sources-mixed',
      '2.9',
      'api_usage counts tokens, app_usage requests',
      summed((s, query, source) => ({
        ...s,
        api_usage: sumsOf(source.list({ ...query, source: 'api' })).total_tokens,
      })),
      hidden('both count tokens there', 'usage/sources-as-tokens'),
    ],
    [
      'usage/summary-sources-both',
      '2.9',
      'api_usage counts all requests',
      summed((s) => ({ ...s, api_usage: s.total_requests })),
    ],
    [
      'usage/summary-days-constant',
      '2.9',
      'date_range_days is always 30',
      summed((s) => ({ ...s, date_range_days: 30 })),
    ],
  ]),
];
