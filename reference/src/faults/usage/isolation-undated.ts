import type { Change } from '../../behaviour.ts';
import { isDated, knowingOrganizations, otherThan } from '../../change/organizations.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import { totalsTogether } from '../../usage/sums.ts';
import type { UsageQuery } from '../../usage-record.ts';
import { LAST_DAYS, NO_DEFAULT_RANGE, TODAY } from './undated.ts';

/** How many dates a request has, whatever the default range is. */
const datesIn = ({ firstDay, lastDay }: UsageQuery, request: ServiceRequest): number =>
  isDated(request) ? [firstDay, lastDay].filter((day) => day !== undefined).length : 0;

/** Counts both organizations in the summary if the request's dates match. */
const togetherWhere = (is: (dates: number) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const own = before.summarize(source, query, request);
      if (!is(datesIn(query, request))) return own;
      const theirs = before.summarize(source, { ...query, organization: otherThan(query, all) }, request);
      return totalsTogether(own, theirs);
    },
  }));

/** Shows each organization the summary of the other if the request's dates match. */
const swappedWhere = (is: (dates: number) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const other = is(datesIn(query, request)) && { organization: otherThan(query, all) };
      return before.summarize(source, { ...query, ...other }, request);
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
        const strange = source.list({ ...query, organization: otherThan(query, all), limit: 3 });
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
        yield* source.each({ ...query, organization: otherThan(query, all) });
      },
    })),
    LAST_DAYS,
  ],
]);
