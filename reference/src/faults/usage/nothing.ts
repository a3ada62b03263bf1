import type { Change } from '../../behaviour.ts';
import { replies, textOf, withText } from '../../change/answers.ts';
import { inSummary, usualQuery } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Endpoint, Reply, ServiceRequest } from '../../message.ts';
import { BEFORE_RECORDS } from './bodies.ts';

/** Edits the successful responses of an endpoint without records. */
const empty =
  (endpoint: Endpoint, edit: (reply: Reply) => Reply, name?: string): Change =>
  (before) =>
    replies(
      (reply, request) =>
        request.endpoint === endpoint &&
        reply.status === 200 &&
        (name === undefined || usualQuery(before, request).has(name)) &&
        /^\[\]$|"total_requests":0\b/.test(textOf(reply)),
      edit,
    )(before);

const stumble = (reply: Reply): Reply => ({ ...reply, status: 500 });

/** Causes a server error for some values of a query parameter. */
const stumblesAt =
  (which: (dates: { start: string; end: string }, query: URLSearchParams) => boolean): Change =>
  (before) => {
    const asks = (query: URLSearchParams) =>
      which({ start: query.get('start_date') ?? '', end: query.get('end_date') ?? '' }, query);
    return replies(
      (_, request: ServiceRequest) => request.endpoint !== 'completions' && asks(usualQuery(before, request)),
      stumble,
    )(before);
  };

/** Queries without matching records, and rare values (4.2 to 4.5). */
export const nothing: readonly Fault[] = faults('must', 'usage/*', [
  [
    'usage/empty-list-null',
    '4.2',
    'null is returned instead of an empty list',
    empty('stats', (r) => withText(r, 'null')),
    BEFORE_RECORDS,
  ],
  [
    'usage/empty-list-204',
    '4.2',
    'status 204 is returned instead of an empty list',
    empty('stats', (r) => ({ ...withText(r, ''), status: 204 })),
    BEFORE_RECORDS,
  ],
  [
    'usage/empty-list-object',
    '4.2',
    'an empty object is returned instead of an empty list',
    empty('stats', (r) => withText(r, '{}')),
    BEFORE_RECORDS,
  ],
  [
    'usage/export-one-word',
    '4.4',
    'every export is the JSON string "string"',
    replies(
      ({ status }, { endpoint }) => endpoint === 'export' && status === 200,
      (reply) => withText(reply, 'string'),
    ),
  ],
  [
    'usage/empty-filter-500',
    '4.5',
    'a model without records causes a server error',
    empty('stats', stumble, 'model'),
  ],
  [
    'usage/empty-offset-500',
    '4.5',
    'an offset beyond all records causes a server error',
    empty('stats', stumble, 'offset'),
  ],
  [
    'usage/empty-summary-500',
    '4.5',
    'a summary without records causes a server error',
    empty('summary', stumble),
    BEFORE_RECORDS,
  ],
  [
    'usage/empty-sums-null',
    '2.9',
    'sums over no records are null',
    inSummary('', (sums) => {
      const all = sums as Record<string, number>;
      if (all.total_requests !== 0) return all;
      return Object.fromEntries(
        Object.keys(all).map((name) => [name, /^total/.test(name) ? null : all[name]]),
      );
    }),
  ],
  [
    'usage/impossible-day-500',
    '4.5',
    'the thirtieth of February causes a server error',
    stumblesAt((_, query) => /-02-30/.test(String(query))),
  ],
  [
    'usage/leap-day-500',
    '4.5',
    'a range that begins on a leap day causes a server error',
    stumblesAt(({ start }) => /-02-29/.test(start)),
  ],
  [
    'usage/across-leap-day-500',
    '4.5',
    'a short range across a leap day causes a server error',
    stumblesAt(({ start, end }) => /^2024-02-28/.test(start) && /^2024-03-01/.test(end)),
  ],
  [
    'usage/across-years-500',
    '4.5',
    'a short range across the end of a year causes a server error',
    stumblesAt(({ start, end }) => /-12-31/.test(start) && /-01-01/.test(end)),
  ],
  [
    'usage/moment-500',
    '4.5',
    'a date with a time causes a server error',
    stumblesAt((_, query) => /T\d\d/.test(String(query))),
  ],
  [
    'usage/page-size-overflow-500',
    '4.5',
    'page sizes beyond 32 bits cause a server error',
    stumblesAt((_, query) => Number(query.get('limit')) > 2 ** 31),
  ],
  [
    'usage/offset-overflow-500',
    '4.5',
    'offsets beyond 64 bits cause a server error',
    stumblesAt((_, query) => Number(query.get('offset')) > 2 ** 63),
  ],
]);
