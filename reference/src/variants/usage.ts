import type { Change } from '../behaviour.ts';
import { knowsOneName } from '../change/organizations.ts';
import type { Variant } from '../deviation.ts';
import { usageNames } from './usage-names.ts';
import { variants } from './variant.ts';

const order =
  (sql: string): Change =>
  () => ({ order: sql });

/** Refuses starts of more days ago. */
const lookingBack =
  (days: number): Change =>
  (before) => ({
    parseParameter: (parsed, parameter, text, request) => {
      const made = before.parseParameter(parsed, parameter, text, request);
      const oldest = request.service.clock.now() / 86_400_000 - days;
      const refused = parameter === 'start' && 'value' in made && Number(made.value) < oldest;
      return refused ? { problem: `must not be more than ${days} days ago` } : made;
    },
  });

/** Returns at most so many days, fewer of them from some request on, and counts the returned days. */
const keeping =
  (days: number, { fewer, after } = { fewer: 0, after: 0 }): Change =>
  (before) => ({
    usageQuery: (query, request) => {
      const asked = before.usageQuery(query, request);
      const kept = request.serial < after ? days : days - fewer;
      const oldest = Math.floor(request.service.clock.now() / 86_400_000) - kept + 1;
      return { ...asked, firstDay: Math.max(asked.firstDay ?? oldest, oldest) };
    },
  });

/** Checks that need distinguishable pages. */
const PAGES = ['usage/stats-filter-before-page', 'usage/stats-pages-tile'];

/** How the usage endpoints may differ (2.8, 2.9, 4.2 to 4.5). */
export const usage: readonly Variant[] = [
  ...usageNames,
  ...variants('usage-unknown', [
    [
      'usage/unknown-refused',
      '4.2',
      'unknown query parameters are rejected',
      () => ({ unknownParameters: 'refuse' }),
    ],
    [
      'usage/organization-known',
      '5.3',
      "a query may name the key's organization; other organizations return nothing, and other unknown parameters are rejected",
      knowsOneName(['stats', 'summary', 'export'], (named, own) => (named === own ? own : 'nobody')),
    ],
  ]),
  ...variants('usage-order', [
    [
      'usage/ascending',
      '4.2',
      'records are sorted from oldest to newest',
      order('date, email, model, model_provider, source, id'),
    ],
    [
      'usage/by-model',
      '4.2',
      'records are sorted by model',
      order('model, model_provider, date, email, source, id'),
    ],
    ['usage/oldest-id-first', '4.2', 'records are sorted by creation', order('id')],
    ['usage/by-tokens', '4.2', 'records are sorted by tokens, largest first', order('input_tokens DESC, id')],
    [
      'usage/pages-turned',
      '4.2',
      'the order within a page changes with each request',
      (before) => ({
        list: (source, query, request) => {
          const page = before.list(source, query, request);
          const turn = request.service.count('turned');
          return page.map((_, i) => page[(i + turn) % page.length]!);
        },
      }),
      {
        undecidedWith: {
          // The run's own usage is recorded while the pages of an open range are read.
          'usage/5000-records': ['usage/stats-start-alone'],
          // Names that could be those of a date, and no order that shows which it is.
          'usage/offset-start': [...PAGES, 'usage/stats-offset', 'usage/stats-refuses-offset'],
          'usage/offset-from': [...PAGES, 'usage/stats-offset', 'usage/stats-refuses-offset'],
        },
      },
    ],
  ]),
  ...variants('usage-end', [
    [
      'usage/end-exclusive',
      '4.2',
      'the end date is excluded from the range',
      () => ({ endInclusive: false }),
    ],
    [
      'usage/both-ends-exclusive',
      '4.2',
      'the start date and the end date are excluded from the range',
      (before) => ({
        endInclusive: false,
        usageQuery: (query, request) => {
          const made = before.usageQuery(query, request);
          return made.firstDay === undefined ? made : { ...made, firstDay: made.firstDay + 1 };
        },
      }),
      // Its days are none of the usual readings.
      { mayWarn: ['usage/summary-date-range-days'] },
    ],
    [
      'usage/end-exclusive-in-stats',
      '4.2',
      'the end date is excluded from the range in the stats only',
      (before) => ({
        usageQuery: (query, request) => {
          const made = before.usageQuery(query, request);
          if (request.endpoint !== 'stats' || made.lastDay === undefined) return made;
          return { ...made, lastDay: made.lastDay - 1 };
        },
      }),
    ],
  ]),
  ...variants('usage-day', [
    ['usage/day-at-tokyo', '2.8', 'days begin at midnight in Tokyo', () => ({ dayOffsetMinutes: 540 })],
    [
      'usage/day-at-new-york',
      '2.8',
      'days begin at midnight in New York',
      () => ({ dayOffsetMinutes: -300 }),
    ],
  ]),
  ...variants('usage-default-range', [
    [
      'usage/default-30-days',
      '4.2',
      'without dates, the last thirty days are returned',
      () => ({ defaultRangeDays: 30 }),
    ],
    [
      'usage/default-7-days',
      '4.2',
      'without dates, the last seven days are returned',
      () => ({ defaultRangeDays: 7 }),
    ],
    [
      'usage/default-today',
      '4.2',
      'without dates, today is returned',
      () => ({ defaultRangeDays: 1 }),
      {
        undecidedWith: {
          // The list without dates grows meanwhile, and an old one is shown next to a new one.
          'usage/remembered-for-a-minute': ['usage/stats-parameters-alone'],
          'usage/remembered-for-five-minutes': ['usage/stats-parameters-alone'],
        },
      },
    ],
  ]),
  ...variants('usage-largest-page', [
    [
      'usage/pages-of-100-at-most',
      '4.2',
      'page sizes above 100 are reduced to 100',
      (before) => ({ pages: { ...before.pages, largest: 100 } }),
    ],
    [
      'usage/larger-pages-refused',
      '4.2',
      'page sizes above 100 are rejected',
      () => ({ pages: { default: 100, largest: 100, beyond: 'refuse' } }),
    ],
    [
      'usage/pages-unlimited',
      '4.2',
      'pages may have any size',
      (before) => ({ pages: { ...before.pages, largest: 1_000_000 } }),
    ],
  ]),
  ...variants('usage-strange-filters', [
    [
      'usage/strange-values-nothing',
      '4.2',
      'an unknown source returns no records',
      (before) => ({
        parseParameter: (parsed, parameter, text, request) => {
          const made = before.parseParameter(parsed, parameter, text, request);
          return parameter === 'source' && 'problem' in made ? { value: text } : made;
        },
      }),
    ],
  ]),
  ...variants('usage-page-zero', [
    [
      'usage/page-size-zero',
      '4.2',
      'a page size of 0 returns no records',
      (before) => ({
        parseParameter: (parsed, parameter, text, request) =>
          parameter === 'limit' && text === '0'
            ? { value: 0 }
            : before.parseParameter(parsed, parameter, text, request),
      }),
    ],
  ]),
  ...variants('usage-reversed', [
    [
      'usage/reversed-refused',
      '4.2',
      'a reversed range is rejected',
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
  ...variants('usage-retention', [
    ['usage/looks-back-a-year', '4.5', 'a start more than a year ago is rejected', lookingBack(366)],
    ['usage/looks-back-60-days', '4.5', 'a start more than sixty days ago is rejected', lookingBack(60)],
    ['usage/looks-back-31-days', '4.5', 'a start more than 31 days ago is rejected', lookingBack(31)],
    [
      'usage/keeps-120-days',
      '4.2',
      'ranges are cut to the last 120 days, in date_range_days too',
      keeping(120),
    ],
    ['usage/keeps-31-days', '4.2', 'ranges are cut to the last 31 days, in date_range_days too', keeping(31)],
    [
      'usage/oldest-days-leave',
      '4.2',
      'ranges are cut to the last 40 days, and the oldest days expire during the run',
      keeping(40, { fewer: 4, after: 200 }),
      // Earlier results are not comparable with later ones.
      {
        undecided: ['usage/*', 'isolation/*', 'accounting/source-is-api'],
        mayWarn: ['usage/summary-date-range-days'],
      },
    ],
  ]),
];
