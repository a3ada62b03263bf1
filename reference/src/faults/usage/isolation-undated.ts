import type { Change } from '../../behaviour.ts';
import { knowingOrganizations } from '../../change/organizations.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import { totalsTogether } from '../../usage/sums.ts';
import type { UsageQuery } from '../../usage-record.ts';
import { LAST_DAYS, NO_DEFAULT_RANGE, TODAY } from './undated.ts';

/** The other one of the two organizations with usage; the account between them has none. */
const second = (query: UsageQuery, all: readonly string[]): string =>
  all[all[0] === query.organization ? 2 : 0]!;

/** Whether a range is requested, whatever the default is. */
const isDated = (request: ServiceRequest): boolean =>
  [...request.query.values()].some((value) => /\d{4}-\d\d-\d\d/.test(value));

/** Counts both organizations in the summary if the request's dates match. */
const togetherWhere = (is: (dates: number) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const own = before.summarize(source, query, request);
      const dates = [query.firstDay, query.lastDay].filter((day) => day !== undefined);
      if (!is(isDated(request) ? dates.length : 0)) return own;
      const theirs = before.summarize(source, { ...query, organization: second(query, all) }, request);
      return totalsTogether(own, theirs);
    },
  }));

/** Shows each organization the summary of the other if the request's dates match. */
const swappedWhere = (is: (dates: number) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const dates = [query.firstDay, query.lastDay].filter((day) => day !== undefined);
      const isSwapped = is(isDated(request) ? dates.length : 0);
      return before.summarize(
        source,
        isSwapped ? { ...query, organization: second(query, all) } : query,
        request,
      );
    },
  }));

/** Whose usage is shown without dates, or with one of them (5.3). */
export const isolationUndated: readonly Fault[] = faults('must', 'isolation/* usage/*', [
  [
    'isolation/undated-summary-of-all',
    '5.3',
    'without dates the summary counts the other organization too',
    togetherWhere((dates) => dates === 0),
  ],
  [
    'isolation/one-sided-summary-of-all',
    '5.3',
    'with a start or an end alone the summary counts the other organization too',
    togetherWhere((dates) => dates === 1),
  ],
  [
    'isolation/undated-summary-swapped',
    '5.3',
    'without dates each organization sees the summary of the other',
    swappedWhere((dates) => dates === 0),
    NO_DEFAULT_RANGE,
  ],
  [
    'isolation/one-sided-summary-swapped',
    '5.3',
    'with a start or an end alone each organization sees the summary of the other',
    swappedWhere((dates) => dates === 1),
  ],
  [
    'isolation/undated-stats',
    '5.3',
    'without dates the stats begin with records of another organization',
    knowingOrganizations((all) => (before) => ({
      list: (source, query, request) => {
        const own = before.list(source, query, request);
        if (isDated(request) || query.offset) return own;
        const strange = source.list({ ...query, organization: second(query, all), limit: 3 });
        return [...strange, ...own].slice(0, query.limit ?? 100);
      },
    })),
    TODAY,
  ],
  [
    'isolation/undated-export',
    '5.3',
    'without dates the export has the rows of both organizations',
    knowingOrganizations((all) => (before) => ({
      exported: function* (source, query, request) {
        yield* before.exported(source, query, request);
        if (isDated(request)) return;
        yield* source.each({ ...query, organization: second(query, all) });
      },
    })),
    LAST_DAYS,
  ],
]);
