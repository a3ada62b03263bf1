import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { usualQuery } from '../../change/usage.ts';
import type { FaultRow } from '../../deviation.ts';
import type { Endpoint } from '../../message.ts';

/** Answers an authenticated query with a server error. */
const stumblesAt =
  (endpoint: Endpoint, which: (query: URLSearchParams) => boolean): Change =>
  (before) =>
    replies(
      ({ status }, request) =>
        status !== 401 &&
        status !== 403 &&
        request.endpoint === endpoint &&
        which(usualQuery(before, request)),
      (reply) => ({ ...reply, status: 500 }),
    )(before);

const isIn = (pattern: RegExp, name: string) => (query: URLSearchParams) =>
  pattern.test(query.get(name) ?? '-');

const hasOffset = (text: string) => /(?:Z|[+-]\d\d:\d\d)$/.test(text);

/** Values that fail in programs without input validation. */
export const oddValues: readonly FaultRow[] = [
  [
    'usage/summary-repeated-date-500',
    '4.5',
    'summary: a start date that is given twice causes a server error',
    stumblesAt('summary', (query) => query.getAll('start_date').length > 1),
  ],
  [
    'usage/stats-mixed-offsets-500',
    '4.5',
    'stats: two dates, one with an offset, cause a server error',
    stumblesAt('stats', (query) => {
      const [start, end] = [query.get('start_date'), query.get('end_date')];
      return !!start && !!end && hasOffset(start) !== hasOffset(end);
    }),
  ],
  [
    'usage/summary-empty-date-500',
    '4.5',
    'summary: an empty date causes a server error',
    stumblesAt('summary', isIn(/^$/, 'start_date')),
  ],
  [
    'usage/stats-percent-500',
    '4.5',
    'stats: a model is decoded twice, and a percent sign causes a server error',
    stumblesAt('stats', isIn(/%(?![\da-f]{2})/i, 'model')),
  ],
  [
    'usage/stats-quote-500',
    '4.5',
    'stats: a quote in a model causes a server error',
    stumblesAt('stats', isIn(/'/, 'model')),
  ],
  [
    'usage/stats-emoji-500',
    '4.5',
    'stats: an emoji in a model causes a server error',
    stumblesAt('stats', isIn(/\u{1f600}/u, 'model')),
  ],
  [
    'usage/stats-long-model-500',
    '4.5',
    'stats: a model of more than 255 characters causes a server error',
    stumblesAt('stats', isIn(/^.{256,}$/, 'model')),
  ],
  [
    'usage/stats-source-capitals-500',
    '4.5',
    'stats: a source in capitals causes a server error',
    stumblesAt('stats', isIn(/^[A-Z]+$/, 'source')),
  ],
  [
    'usage/stats-model-repeated-500',
    '4.5',
    'stats: a model that is given twice causes a server error',
    stumblesAt('stats', (query) => query.getAll('model').length > 1),
  ],
  [
    'usage/stats-empty-size-500',
    '4.5',
    'stats: an empty page size causes a server error',
    stumblesAt('stats', isIn(/^$/, 'limit')),
  ],
  [
    'usage/summary-fraction-500',
    '4.5',
    'summary: a fraction of a second causes a server error',
    stumblesAt('summary', isIn(/\.\d+/, 'start_date')),
  ],
  [
    'usage/export-seconds-500',
    '4.5',
    'export: a date in seconds causes a server error',
    stumblesAt('export', isIn(/^\d{10}$/, 'start_date')),
  ],
  [
    'usage/export-year-10000-500',
    '4.5',
    'export: a year of five digits causes a server error',
    stumblesAt('export', isIn(/^\d{5}-/, 'start_date')),
  ],
];
