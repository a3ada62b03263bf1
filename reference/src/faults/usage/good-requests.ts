import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { usualQuery } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { Endpoint } from '../../message.ts';

const DAY = 86_400_000;

/**
 * Answers valid requests of an endpoint with another status; `which` gets the query under the names of the faithful
 * service.
 */
const instead =
  (endpoint: Endpoint, status: number, which: (query: URLSearchParams) => boolean): Change =>
  (before) => {
    return replies(
      (reply, request) =>
        request.endpoint === endpoint && reply.status === 200 && which(usualQuery(before, request)),
      (reply) => ({ ...reply, status, body: new TextEncoder().encode('{"error":{"message":"no"}}') }),
    )(before);
  };

/** Days between the dates of a query; undefined if one of them is missing. */
const span = (query: URLSearchParams): number =>
  (Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')) / DAY;

const REFUSED = { hidden: 'ranges of more than a year may be rejected there' };
const ONE_YEAR = {
  bases: {
    'usage/looks-back-a-year': REFUSED,
    'usage/looks-back-60-days': REFUSED,
    'usage/looks-back-31-days': REFUSED,
  },
};

/**
 * Valid requests of the usage endpoints that are rejected, get a server error, or an empty response (4.2 to 4.4).
 */
export const goodRequests: readonly Fault[] = faults('must', 'usage/*', [
  [
    'usage/filter-beyond-ascii-refused',
    '4.2',
    'a filter by a model with letters beyond ASCII is rejected',
    instead('stats', 400, (query) => /[^ -~]/.test(query.get('model') ?? '')),
  ],
  [
    'usage/filter-ampersand-500',
    '4.2',
    'a provider with an ampersand causes a server error',
    instead('stats', 500, (query) => (query.get('model_provider') ?? '').includes('&')),
    hidden('the providers are unknown', 'usage/provider-not-shown'),
  ],
  [
    'usage/filters-together-refused',
    '4.2',
    'more than one filter is rejected',
    instead(
      'stats',
      422,
      (query) => ['model', 'model_provider', 'source'].filter((name) => query.has(name)).length > 1,
    ),
  ],
  [
    'usage/page-size-99-500',
    '4.2',
    'a page of 99 causes a server error',
    instead('stats', 500, (query) => query.get('limit') === '99'),
  ],
  [
    'usage/offset-100-refused',
    '4.2',
    'offsets of 100 and more are rejected',
    instead('stats', 422, (query) => Number(query.get('offset')) >= 100),
  ],
  [
    'usage/range-before-all-500',
    '4.2',
    'a range before all records causes a server error',
    instead('stats', 500, (query) => (query.get('end_date') ?? '9') < '1999'),
  ],
  [
    'usage/long-range-500',
    '4.2',
    'stats of more than a year cause a server error',
    instead('stats', 500, (query) => span(query) > 366),
    ONE_YEAR,
  ],
  [
    'usage/long-range-empty',
    '4.2',
    'stats of more than a year are empty',
    (before) => ({
      list: (source, query, request) =>
        span(usualQuery(before, request)) > 366 ? [] : before.list(source, query, request),
    }),
    ONE_YEAR,
  ],
  [
    'usage/summary-long-range-500',
    '4.3',
    'a summary of more than a year causes a server error',
    instead('summary', 500, (query) => span(query) > 366),
    ONE_YEAR,
  ],
  [
    'usage/export-long-range-500',
    '4.4',
    'an export of more than a year causes a server error',
    instead('export', 500, (query) => span(query) > 366),
    ONE_YEAR,
  ],
  [
    'usage/summary-part-refused',
    '4.3',
    'a summary of less than a month is rejected',
    instead('summary', 400, (query) => span(query) < 28),
    hidden('a range of so many records is longer than a month', 'usage/5000-records'),
  ],
]);
