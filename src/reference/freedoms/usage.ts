import type { Change } from '../behaviour.ts';
import { absent, present, put } from '../change/pointer.ts';
import { csv, inRecords, inSummary, listed, summed } from '../change/usage.ts';
import type { Freedom } from '../deviation.ts';
import type { UsageRecord } from '../usage/record.ts';
import { freedoms } from './freedom.ts';

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

const columns = (...pairs: [keyof UsageRecord, string][]): Change => csv({ columns: pairs });

const order =
  (sql: string): Change =>
  () => ({ order: sql });

/** Dates written anew from their time (to the second) and their offset. */
const dates = (write: (time: string, offset: string) => string): Change =>
  inRecords(
    '/date',
    present((v) => write(String(v).slice(0, 19), String(v).slice(19))),
  );

/** How the usage endpoints may differ (2.8, 2.9, 4.2 to 4.5). */
export const usage: readonly Freedom[] = [
  ...freedoms('usage-names', [
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
      'query parameters have other words',
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
      'ranges are since and until',
      named({ start: 'since', end: 'until', limit: 'per_page', offset: 'offset' }),
    ],
    [
      'usage/date-from-to',
      '4.2',
      'ranges are date_from and date_to',
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
  ]),
  ...freedoms('usage-unknown', [
    [
      'usage/unknown-refused',
      '4.2',
      'unknown query parameters are refused',
      () => ({ unknownParameters: 'refuse' }),
    ],
  ]),
  ...freedoms('usage-provider', [
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
  ]),
  ...freedoms('usage-order', [
    [
      'usage/ascending',
      '4.2',
      'the oldest records come first',
      order('date, email, model, model_provider, source, id'),
    ],
    [
      'usage/by-model',
      '4.2',
      'records come by model',
      order('model, model_provider, date, email, source, id'),
    ],
    ['usage/oldest-id-first', '4.2', 'records come in the order in which they were made', order('id')],
    ['usage/by-tokens', '4.2', 'the largest records come first', order('input_tokens DESC, id')],
  ]),
  ...freedoms('usage-end', [
    ['usage/end-exclusive', '4.2', 'the end date is not part of the range', () => ({ endInclusive: false })],
  ]),
  ...freedoms('usage-day', [
    ['usage/day-at-tokyo', '2.8', 'days begin at midnight in Tokyo', () => ({ dayOffsetMinutes: 540 })],
    [
      'usage/day-at-new-york',
      '2.8',
      'days begin at midnight in New York',
      () => ({ dayOffsetMinutes: -300 }),
    ],
  ]),
  ...freedoms('usage-default-range', [
    [
      'usage/default-30-days',
      '4.2',
      'without dates the last thirty days are shown',
      () => ({ defaultRangeDays: 30 }),
    ],
    [
      'usage/default-7-days',
      '4.2',
      'without dates the last seven days are shown',
      () => ({ defaultRangeDays: 7 }),
    ],
    ['usage/default-today', '4.2', 'without dates today is shown', () => ({ defaultRangeDays: 1 })],
  ]),
  ...freedoms('usage-largest-page', [
    [
      'usage/pages-of-100-at-most',
      '4.2',
      'larger pages than 100 are cut to 100',
      (before) => ({ pages: { ...before.pages, largest: 100 } }),
    ],
    [
      'usage/larger-pages-refused',
      '4.2',
      'larger pages than 100 are refused',
      () => ({ pages: { default: 100, largest: 100, beyond: 'refuse' } }),
    ],
    [
      'usage/pages-unlimited',
      '4.2',
      'pages may have any size',
      (before) => ({ pages: { ...before.pages, largest: 1_000_000 } }),
    ],
  ]),
  ...freedoms('usage-members', [
    ['usage/more-members', '2.8', 'records have more members', inRecords('/cached_tokens', put(0))],
    ['usage/more-sums', '2.9', 'the summary has more members', inSummary('/total_cost_usd', put(1.25))],
  ]),
  ...freedoms('usage-dates', [
    [
      'usage/date-with-offset',
      '2.8',
      'dates have an offset',
      dates((time, offset) => `${time}${offset === 'Z' ? '+00:00' : offset}`),
    ],
    ['usage/date-without-offset', '2.8', 'dates have no offset', dates((time) => time)],
    [
      'usage/date-basic',
      '2.8',
      'dates are in the basic form',
      dates((time, offset) => `${time.replace(/[-:]/g, '')}${offset.replace(':', '')}`),
    ],
    [
      'usage/date-to-the-minute',
      '2.8',
      'dates leave out seconds',
      dates((time, offset) => `${time.slice(0, 16)}${offset}`),
    ],
    [
      'usage/date-microseconds',
      '2.8',
      'dates have microseconds',
      dates((time, offset) => `${time}.000000${offset}`),
    ],
  ]),
  ...freedoms('usage-sources-unit', [
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
  ...freedoms('usage-days', [
    [
      'usage/days-without-end',
      '2.9',
      'date_range_days leaves out the end',
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
  ...freedoms('usage-strange-filters', [
    [
      'usage/strange-values-nothing',
      '4.2',
      'an unknown source is answered with nothing',
      (before) => ({
        parseParameter: (parsed, parameter, text, request) => {
          const made = before.parseParameter(parsed, parameter, text, request);
          return parameter === 'source' && 'problem' in made ? { value: text } : made;
        },
      }),
    ],
  ]),
  ...freedoms('usage-page-zero', [
    [
      'usage/page-size-zero',
      '4.2',
      'a page size of 0 gives no records',
      (before) => ({
        parseParameter: (parsed, parameter, text, request) =>
          parameter === 'limit' && text === '0'
            ? { value: 0 }
            : before.parseParameter(parsed, parameter, text, request),
      }),
    ],
  ]),
  ...freedoms('usage-reversed', [
    [
      'usage/reversed-refused',
      '4.2',
      'a range that ends before it begins is refused',
      (before) => ({
        parseParameter: (parsed, parameter, text, request) => {
          const made = before.parseParameter(parsed, parameter, text, request);
          const names = before.usageNames(request.endpoint!);
          const [start, end] = [names.start, names.end].map((name) =>
            name ? request.query.get(name) : null,
          );
          const reversed = start && end && /^\d{4}-/.test(start) && /^\d{4}-/.test(end) && start > end;
          return parameter === 'end' && reversed ? { problem: 'must not be before the start' } : made;
        },
      }),
      { against: ['usage-names'] },
    ],
  ]),
  ...freedoms('csv-columns', [
    [
      'csv/few-columns',
      '4.4',
      'the export has the columns that people read',
      columns(
        ['date', 'date'],
        ['email', 'email'],
        ['model', 'model'],
        ['model_provider', 'model_provider'],
        ['source', 'source'],
        ['input_tokens', 'input_tokens'],
        ['output_tokens', 'output_tokens'],
        ['total_tokens', 'total_tokens'],
        ['total_requests', 'total_requests'],
      ),
    ],
    [
      'csv/titles',
      '4.4',
      'columns have titles for people',
      columns(
        ['date', 'Date'],
        ['email', 'User Email'],
        ['model', 'Model'],
        ['model_provider', 'Provider'],
        ['source', 'Source'],
        ['total_requests', 'Requests'],
        ['input_tokens', 'Input Tokens'],
        ['output_tokens', 'Output Tokens'],
        ['total_tokens', 'Total Tokens'],
      ),
    ],
    [
      'csv/camel-case',
      '4.4',
      'columns are in camel case',
      columns(
        ['id', 'id'],
        ['user_id', 'userId'],
        ['date', 'date'],
        ['model', 'model'],
        ['model_provider', 'modelProvider'],
        ['source', 'source'],
        ['email', 'email'],
        ['input_tokens', 'inputTokens'],
        ['output_tokens', 'outputTokens'],
        ['total_tokens', 'totalTokens'],
        ['total_requests', 'totalRequests'],
      ),
    ],
  ]),
  ...freedoms('csv-quoting', [['csv/all-quoted', '4.4', 'all cells are quoted', csv({ quoting: 'all' })]]),
  ...freedoms('csv-line-ends', [['csv/lf', '4.4', 'lines end with LF', csv({ newline: '\n' })]]),
  ...freedoms('csv-end', [
    ['csv/no-final-newline', '4.4', 'the last line has no newline', csv({ finalNewline: false })],
  ]),
  ...freedoms('csv-delimiter', [
    ['csv/semicolon', '4.4', 'cells are separated by semicolons', csv({ delimiter: ';' })],
    ['csv/tab', '4.4', 'cells are separated by tabs', csv({ delimiter: '\t' })],
    [
      'csv/separator-line',
      '4.4',
      'a first line tells spreadsheets the delimiter',
      csv({ delimiter: ';', separatorLine: true }),
    ],
  ]),
  ...freedoms('csv-encoding', [
    ['csv/bom', '4.4', 'the export begins with a byte-order mark', csv({ bom: true })],
    [
      'csv/utf-16',
      '4.4',
      'the export is UTF-16',
      csv({ encoding: 'utf-16le', bom: true, contentType: 'text/csv; charset=utf-16' }),
      { against: ['csv-type'] },
    ],
  ]),
  ...freedoms('csv-totals', [
    ['csv/totals', '4.4', 'a last row has the totals', csv({ totalsRow: 'Total' })],
  ]),
  ...freedoms('csv-type', [
    [
      'csv/octet-stream',
      '4.4',
      'the export is an octet stream',
      csv({ contentType: 'application/octet-stream', fileName: undefined }),
    ],
    [
      'csv/excel',
      '4.4',
      'the export is labelled as a spreadsheet',
      csv({ contentType: 'application/vnd.ms-excel' }),
    ],
    [
      'csv/plain',
      '4.4',
      'the export is labelled plain text',
      csv({ contentType: 'text/plain', fileName: 'usage-2026.csv' }),
    ],
  ]),
  ...freedoms('usage-model-name', [
    [
      'usage/model-upstream-name',
      '2.8',
      'completions are recorded under the name that the model has upstream',
      (before) => ({
        account: (entry, origin, request) =>
          before.account({ ...entry, model: `upstream/${entry.model}` }, origin, request),
      }),
    ],
  ]),
  ...freedoms('record-id', [
    [
      'usage/id-capitals',
      '2.8',
      'UUIDs are written in capitals',
      listed((records) => records.map((r) => ({ ...r, id: r.id.toUpperCase() }))),
      { against: ['csv-columns'] },
    ],
  ]),
];
