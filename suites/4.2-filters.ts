import { restingOn } from '../src/judge/rule.ts';
import { FILTERS } from '../src/usage/aggregate.ts';
import { nameOf } from '../src/usage/endpoints.ts';
import { closedHistory, membersFit, PAGING } from '../src/usage/history/closed-history.ts';
import { closedRange, knownRange } from '../src/usage/history/closed-range.ts';
import { endAlone, longAgo, meetingRanges, partOfHistory, startAlone } from '../src/usage/history/ranges.ts';
import { bringsRecords, onlyMatching, unlessDeclined } from '../src/usage/judge/page.ts';
import { parametersHaveEffect } from '../src/usage/judge/parameter-effects.ts';
import { sameAsListed } from '../src/usage/judge/same-records.ts';
import { keepsDay } from '../src/usage/judge/single-day.ts';
import { statsOfNothing } from '../src/usage/probes/empty-answers.ts';
import { filteredInRange, filteredPages } from '../src/usage/probes/filter-pages.ts';
import {
  combinations,
  filterCheck,
  filtered,
  filteredByNone,
  filteredPage,
  filteredTogether,
  lateFilters,
  MEMBER,
  nearMisses,
  tellingValues,
} from '../src/usage/probes/filters.ts';
import { closedHistoryUnchanged } from '../src/usage/probes/history-unchanged.ts';
import { parameterCombinations } from '../src/usage/probes/parameter-combinations.ts';
import { ofDay, recordsOfDay } from '../src/usage/probes/single-day.ts';
import { recordsOf } from '../src/usage/walk/page.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { Inconclusive, isUndecidable } from '../src/vocabulary/undecidable.ts';

const READABLE: readonly CheckId[] = ['path/stats'];

const byFilter = FILTERS.map((filter): Check => {
  const words = MEMBER[filter].replace('_', ' ');
  return {
    id: filterCheck(filter) as Check['id'],
    title: `The ${words} filter returns exactly the matching records`,
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: PAGING,
    about: `Pages through closed days with the ${words} filter set to a rare value, to a prefix of another value, to a value with unusual characters, and to near misses. Fails if the records differ from those of that ${words} in the unfiltered list.`,
    async run(context) {
      await membersFit(context, [MEMBER[filter]]);
      const whole = await closedHistory(context, context);
      const values = await tellingValues(context, filter);
      nameOf(whole.found.names, filter);
      const near = nearMisses(whole, filter);
      await context.verifyEach(
        [
          ...values.map((value) => (ask: Requester) => filtered(context, ask, filter, value)),
          ...near.map((value) => (ask: Requester) => {
            const asked = `the ${filter} ${JSON.stringify(value)}, which does not exist`;
            return filteredByNone(context, ask, { [filter]: value }, asked);
          }),
        ],
        sameAsListed,
      );
    },
  };
});

const RANGE: CheckId = 'usage/stats-range';

const FILTERED = FILTERS.map(filterCheck);

/** The selection of records by the parameters of the stats (4.2): filters and date ranges. */
export const checks: readonly Check[] = [
  ...byFilter,
  {
    id: 'usage/stats-filters-together',
    title: 'Combined filters return the records that match all of them',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED],
    about:
      'Pages through closed days with all filters set to the values of one record, and through some of the days with each filter. If a filter makes no difference there, it is set to a value with which no record matches. Fails if the records differ from those that match all filters.',
    async run(context) {
      const tried = await combinations(context);
      if (isUndecidable(tried)) return tried;
      await context.verifyEach(
        tried.map((values) => (ask: Requester) => filteredTogether(context, ask, values)),
        sameAsListed,
      );
      const ranged = await filteredInRange(context);
      if (ranged.length > 0) await context.verifyEach(ranged, sameAsListed);
      return undefined;
    },
  },
  {
    id: 'usage/stats-filter-before-page',
    title: 'Filters apply before paging',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED],
    about:
      'Requests one record of a kind that is not first in the unfiltered list, and pages through a common kind. Fails if the records are missing or different.',
    async run(context) {
      const late = await lateFilters(context);
      await context.verifyEach(
        late.map(
          ({ filter, value }) =>
            (ask: Requester) =>
              filteredPage(context, ask, filter, value),
        ),
        onlyMatching,
      );
      const broken = PAGING.find((id) => !context.holds(id));
      if (broken) return new Inconclusive('judging filters with pages needs working pages', [], broken);
      const paged = await filteredPages(context);
      if (paged.length > 0) await context.verifyEach(paged, sameAsListed);
      return undefined;
    },
  },
  {
    id: 'usage/stats-filter-unknown',
    title: 'Filter with an unknown value',
    clauses: ['4.2'],
    level: 'open',
    restsOn: READABLE,
    about:
      'Filters by a model, a provider and a source that do not exist. Records whether the answer is empty or a rejection.',
    async run(context) {
      const { found } = await closedRange(context, context);
      const named = FILTERS.filter((filter) => found.names[filter] !== undefined);
      if (named.length === 0) return new Inconclusive('no filter name was found', [found.base]);
      for (const filter of named) {
        const exchange = await statsOfNothing(context, context, filter);
        const records = recordsOf(exchange);
        context.observe(
          `usage-unknown-${filter}`,
          records ? (records.length === 0 ? 'nothing' : 'records') : `status ${exchange.response?.status}`,
          exchange,
        );
      }
      return undefined;
    },
  },
  {
    id: 'usage/stats-known-range',
    title: 'A date range with known records returns records',
    clauses: ['4.2'],
    level: 'must',
    restsOn: ['path/stats'],
    about:
      'Requests all closed days. Fails on a server error, and on an empty answer if the stats without dates or for fewer days have records of these days. Ignores a rejection: some services limit how far back a range may go.',
    run: (context) =>
      context.verify(async (ask) => {
        const known = await knownRange(context, ask);
        const answer = unlessDeclined(known.exchange);
        return isUndecidable(answer) ? answer : known;
      }, bringsRecords),
  },
  {
    id: 'usage/stats-range',
    title: 'A date range returns exactly the records within it',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: PAGING,
    about:
      'Requests some closed days, an empty month before or after all records, and a single day. Fails if the records differ from those of the range. Records at its ends may be in or out, since days may start at any midnight. A single day may return nothing.',
    run: keepsRange,
  },
  {
    id: 'usage/stats-start-alone',
    title: 'A start date alone returns all later records',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    // After the last completion: records that are added meanwhile shift the pages of an open range.
    phase: 'late',
    restsOn: [...READABLE, 'usage/stats-without-dates'],
    adaptsTo: [...PAGING, RANGE],
    about: 'Requests the records from a day on. Fails if those of closed days differ from the whole list.',
    run: (context) => context.verify((ask) => startAlone(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-end-alone',
    title: 'An end date alone returns all earlier records',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: [...READABLE, 'usage/stats-without-dates'],
    adaptsTo: [...PAGING, RANGE],
    about: 'Requests the records up to a closed day. Fails if they differ from the whole list.',
    run: (context) => context.verify((ask) => endAlone(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-ranges-meet',
    title: 'Two adjacent ranges return the records of their union',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: [...PAGING, RANGE],
    about:
      'Splits the closed days at a day with records, preferably at the end of a month. Fails if the two parts do not return every record exactly once.',
    run: (context) => context.verify((ask) => meetingRanges(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-parameters-alone',
    title: 'Each parameter works in any combination',
    clauses: ['4.2', '8'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    // After the last completion: records that are added meanwhile shift the pages of an open range.
    phase: 'late',
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED, RANGE],
    about:
      'Combines both dates, one or none, filters or none, and a page size or none in ten ways, five of them with an offset too. Fails on records that do not match, on a wrong page length, and on a wrong offset. Does not judge parameters that are broken on their own.',
    async run(context) {
      await membersFit(context, ['date']);
      await context.verifyEach(await parameterCombinations(context), parametersHaveEffect);
    },
  },
];

/** A range of the stats contains its records: a part of closed days, none of them, and one. */
async function keepsRange(context: CheckContext): Promise<void> {
  await membersFit(context, ['date']);
  await context.verifyEach(
    [(ask) => partOfHistory(context, ask), (ask) => longAgo(context, ask)],
    sameAsListed,
  );
  await ofDay(context.verify((ask) => recordsOfDay(context, ask), keepsDay));
}
