import type { Change } from '../behaviour.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

type Names = Partial<Record<'start' | 'end' | 'model' | 'provider' | 'source' | 'limit' | 'offset', string>>;

const named =
  (names: Names): Change =>
  (before) => ({
    usageNames: (endpoint) => ({
      ...Object.fromEntries(
        Object.entries(before.usageNames(endpoint)).map(([parameter, name]) => [
          parameter,
          names[parameter as keyof Names] ?? name,
        ]),
      ),
    }),
  });

/** What the parameters of the usage endpoints may be called (4.2). */
export const usageNames: readonly Variant[] = variants('usage-names', [
  [
    'usage/camel-case',
    '4.2',
    'query parameters are in camel case',
    named({
      start: 'startDate',
      end: 'endDate',
      model: 'model',
      provider: 'modelProvider',
      source: 'source',
      limit: 'limit',
      offset: 'offset',
    }),
  ],
  [
    'usage/other-words',
    '4.2',
    'query parameters have other names',
    named({
      start: 'from',
      end: 'to',
      model: 'model',
      provider: 'provider',
      source: 'source',
      limit: 'page_size',
      offset: 'skip',
    }),
  ],
  [
    'usage/since-until',
    '4.2',
    'range parameters are since and until',
    named({ start: 'since', end: 'until', limit: 'per_page', offset: 'offset' }),
  ],
  [
    'usage/date-from-to',
    '4.2',
    'range parameters are date_from and date_to',
    named({ start: 'date_from', end: 'date_to', provider: 'provider', limit: 'take', offset: 'skip' }),
  ],
  [
    'usage/model-name',
    '4.2',
    'filters are called model_name and provider_name',
    named({ model: 'model_name', provider: 'provider_name', source: 'usage_source', limit: 'size' }),
  ],
  [
    'usage/kebab-case',
    '4.2',
    'query parameters are in kebab case',
    named({ start: 'start-date', end: 'end-date', provider: 'model-provider' }),
  ],
  [
    'usage/offset-from',
    '4.2',
    'paging parameters are from and size, ranges since and until',
    named({ start: 'since', end: 'until', limit: 'size', offset: 'from' }),
    { against: ['history', 'remembered'] },
  ],
  [
    'usage/offset-start',
    '4.2',
    'paging parameters are start and size, ranges date_from and date_to',
    named({ start: 'date_from', end: 'date_to', limit: 'size', offset: 'start' }),
    { against: ['history', 'remembered'] },
  ],
  [
    'usage/in-brackets',
    '4.2',
    'query parameters are in brackets',
    named({
      start: 'filter[start_date]',
      end: 'filter[end_date]',
      model: 'filter[model]',
      provider: 'filter[provider]',
      source: 'filter[source]',
      limit: 'page[limit]',
      offset: 'page[offset]',
    }),
  ],
]);
