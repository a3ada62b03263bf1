import type { Change } from '../behaviour.ts';
import { absent, put } from '../change/pointer.ts';
import { inRecords, inSummary, listed, summed } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import type { UsageRecord } from '../usage-record.ts';
import { dates } from './dates.ts';
import { variants } from './variant.ts';

/** Every other response has the records of the published version without a provider. */
const otherVersion: Change = (before) => ({
  record: (json, request) => {
    const { model_provider: provider, ...others } = before.record(json, request);
    return request.serial % 2 === 0 ? { ...others, model_provider: provider } : others;
  },
});

/** Records of the app lose their provider; for the filter they have none. */
const providerOfApiOnly: Change = (before) => {
  const shown = (r: UsageRecord) => (r.source === 'app' ? { ...r, model_provider: '' } : r);
  return {
    list: (source, query, request) => before.list(source, query, request).map(shown),
    *exported(source, query, request) {
      for (const record of before.exported(source, query, request)) yield shown(record);
    },
    summarize: (source, query, request) => ({
      ...before.summarize(source, query, request),
      unique_providers: new Set(source.list(query).map((r) => shown(r).model_provider)).size,
    }),
    usageQuery: (query, request) => {
      const { provider, ...rest } = before.usageQuery(query, request);
      if (!provider) return rest;
      return { ...rest, provider, source: rest.source === 'app' ? 'none' : 'api' };
    },
  };
};

/** The latest records come first where dates are given, and last where none are. */
const otherOrderWithoutDates: Change = (before) => ({
  list: (source, query, request) => {
    if (query.firstDay !== undefined || query.lastDay !== undefined)
      return before.list(source, query, request);
    const { limit, offset = 0, ...open } = query;
    const all = before.list(source, open, request).reverse();
    return all.slice(offset, limit === undefined ? undefined : offset + limit);
  },
});

/** What records and sums may hold (2.8, 2.9). */
export const records: readonly Variant[] = [
  ...variants('usage-members', [
    ['usage/more-members', '2.8', 'records have more members', inRecords('/cached_tokens', put(0))],
    ['usage/more-sums', '2.9', 'the summary has more members', inSummary('/total_cost_usd', put(1.25))],
  ]),
  ...variants('usage-order', [
    [
      'usage/order-without-dates',
      '4.2',
      'the order of records is reversed without dates',
      otherOrderWithoutDates,
    ],
  ]),
  ...dates,
  ...variants('usage-sources-unit', [
    [
      'usage/sources-as-tokens',
      '2.9',
      'api_usage and app_usage count tokens',
      summed((sums, query, source) => {
        const tokens = (origin: string) =>
          source.list({ ...query, source: origin }).reduce((sum, r) => sum + r.total_tokens, 0);
        return { ...sums, api_usage: tokens('api'), app_usage: tokens('app') };
      }),
    ],
  ]),
  ...variants('usage-days', [
    [
      'usage/days-without-end',
      '2.9',
      'date_range_days does not count the end date',
      summed((s, query) =>
        query.firstDay !== undefined && query.lastDay !== undefined
          ? { ...s, date_range_days: query.lastDay - query.firstDay }
          : s,
      ),
      { against: ['usage-end'] },
    ],
    [
      'usage/days-with-data',
      '2.9',
      'date_range_days counts days with records',
      summed((s, query, source) => ({
        ...s,
        date_range_days: new Set(source.list(query).map((r) => r.date)).size,
      })),
    ],
  ]),
  ...variants('usage-model-name', [
    [
      'usage/model-upstream-name',
      '2.8',
      'completions are recorded under the upstream name of the model',
      (before) => ({
        account: (entry, origin, request) =>
          before.account({ ...entry, model: `upstream/${entry.model}` }, origin, request),
      }),
    ],
  ]),
  ...variants('record-id', [
    [
      'usage/id-capitals',
      '2.8',
      'UUIDs are written in capitals',
      listed((records) => records.map((r) => ({ ...r, id: r.id.toUpperCase() }))),
      { against: ['csv-columns'] },
    ],
    [
      'usage/user-ids-in-capitals',
      '2.8',
      'user ids are in capitals in the stats only',
      listed((records) => records.map((r) => ({ ...r, user_id: r.user_id.toUpperCase() }))),
    ],
  ]),
  ...variants('record-created', [
    [
      'usage/created-anew',
      '2.8',
      'records are generated per response, with a new created_at',
      (before) => {
        let made = 0;
        const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, made++)).toISOString();
        return inRecords('/created_at', now)(before);
      },
    ],
  ]),
  ...variants('usage-provider', [
    [
      'usage/provider-not-shown',
      '2.8',
      'records do not show their provider',
      (before) => ({
        ...inRecords('/model_provider', absent)(before),
        csv: { ...before.csv, columns: before.csv.columns.filter(([member]) => member !== 'model_provider') },
      }),
      { against: ['csv-columns'] },
    ],
    [
      'usage/provider-by-instance',
      '2.8',
      'every other answer shows no provider, as one of the two published versions',
      otherVersion,
    ],
    [
      'usage/provider-empty',
      '2.8',
      'usage of the app has an empty provider, and an empty filter is ignored',
      providerOfApiOnly,
      // In a long history one model has several providers.
      { against: ['history'] },
    ],
  ]),
];
