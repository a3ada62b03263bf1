import { restingOn } from '../src/judge/resting-on.ts';
import { closedHistory, membersFit, PAGING } from '../src/usage/closed-history.ts';
import { closedRange, knownRange } from '../src/usage/closed-range.ts';
import { closedDaysStand } from '../src/usage/days-stand.ts';
import { nameOf, STATS, usagePath, usageRequest } from '../src/usage/endpoints.ts';
import { holdAlone } from '../src/usage/judge/alone.ts';
import { bringsRecords, onlyMatching, unlessDeclined } from '../src/usage/judge/page.ts';
import { sameAsListed } from '../src/usage/judge/same-records.ts';
import { companies } from '../src/usage/probes/alone.ts';
import { endAlone } from '../src/usage/probes/end-alone.ts';
import {
  filteredInRange,
  filteredPages,
  pagedValues,
  rangedValues,
} from '../src/usage/probes/filter-pages.ts';
import {
  type Filter,
  filterCheck,
  filtered,
  filteredByNone,
  filteredPage,
  filteredTogether,
  latecomers,
  nearMisses,
  tellingValues,
} from '../src/usage/probes/filters.ts';
import { meetingRanges, startAlone } from '../src/usage/probes/ranges.ts';
import { recordsOf } from '../src/usage/walk/page.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { Inconclusive, isUndecidable } from '../src/vocabulary/undecidable.ts';
import { keepsRange } from './stats/range.ts';

const READABLE: readonly CheckId[] = ['path/stats'];

const FILTERS: readonly [Filter, words: string, member: string][] = [
  ['model', 'model', 'model'],
  ['provider', 'model provider', 'model_provider'],
  ['source', 'source', 'source'],
];

const byFilter = FILTERS.map(
  ([filter, words, member]): Check => ({
    id: filterCheck(filter) as Check['id'],
    title: `Filtered by ${words}, all matching records come and no others`,
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: PAGING,
    about: `Walks closed days with the filter by ${words} set to a rare value, to one that begins another, to one with unusual letters, and to values that are nearly one. Other records than those of that ${words} in the unfiltered list fail.`,
    async run(context) {
      await membersFit(context, [member]);
      const whole = await closedHistory(context, context);
      const values = await tellingValues(context, filter);
      nameOf(whole.found.names, filter);
      const near = nearMisses(whole, filter);
      await context.verifyEach(
        [
          ...values.map((value) => (ask: Requester) => filtered(context, ask, filter, value)),
          ...near.map((value) => (ask: Requester) => filteredByNone(context, ask, filter, value)),
        ],
        sameAsListed,
      );
    },
  }),
);

const RANGE: CheckId = 'usage/stats-range';

const FILTERED = FILTERS.map(([filter]) => filterCheck(filter));

/** What the parameters of the stats select (4.2): filters and date ranges. */
export const checks: readonly Check[] = [
  ...byFilter,
  {
    id: 'usage/stats-filters-together',
    title: 'Filters given together select what matches all of them',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED],
    about:
      'Walks closed days with all filters set to the values of one record, and a part of them with each filter. Other records than those that match all fail.',
    async run(context) {
      await context.verify((ask) => filteredTogether(context, ask), sameAsListed);
      const ranged = await rangedValues(context);
      if (ranged.length === 0) return;
      await context.verifyEach(
        ranged.map((chosen) => (ask: Requester) => filteredInRange(context, ask, chosen)),
        sameAsListed,
      );
    },
  },
  {
    id: 'usage/stats-filter-before-page',
    title: 'Filters select before pages are cut',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED],
    about:
      'Asks for one record of a kind that does not come first in the unfiltered list, and for the records of a common kind page by page. None, or others, fail.',
    async run(context) {
      const late = await latecomers(context);
      await context.verifyEach(
        late.map(
          ({ filter, value }) =>
            (ask: Requester) =>
              filteredPage(context, ask, filter, value),
        ),
        onlyMatching,
      );
      const broken = PAGING.find((id) => !context.holds(id));
      if (broken)
        return new Inconclusive('how filters and pages go together shows in sound pages only', [], broken);
      const paged = await pagedValues(context);
      if (paged.length === 0) return;
      return context.verifyEach(
        paged.map((chosen) => (ask: Requester) => filteredPages(context, ask, chosen)),
        sameAsListed,
      );
    },
  },
  {
    id: 'usage/stats-filter-unknown',
    title: 'What a filter with an unknown value brings',
    clauses: ['4.2'],
    level: 'open',
    restsOn: READABLE,
    about:
      'Filters by a model, a provider and a source that nobody has, and records whether nothing came or the request was refused.',
    async run(context) {
      const { found, range } = await closedRange(context, context);
      const named = FILTERS.map(([filter]) => filter).filter((filter) => found.names[filter] !== undefined);
      if (named.length === 0) return new Inconclusive('no name of a filter was found', [found.base]);
      for (const filter of named) {
        const path = usagePath(STATS, found.names, { ...range, [filter]: 'chatspec-unknown' });
        const exchange = await context.send(usageRequest(path, `an unknown ${filter}`));
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
    title: 'A date range in which records are known brings records',
    clauses: ['4.2'],
    level: 'must',
    restsOn: ['path/stats'],
    about:
      'Asks for all closed days. No record fails where the stats without dates, or of fewer days, show one of these days, and so does a server error. A refusal is left open: some services do not look back so far.',
    run: (context) =>
      context.verify(async (ask) => {
        const known = await knownRange(context, ask);
        const answer = unlessDeclined(known.exchange);
        return isUndecidable(answer) ? answer : known;
      }, bringsRecords),
  },
  {
    id: 'usage/stats-range',
    title: 'A date range brings all records inside it and no others',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: PAGING,
    about:
      'Asks for a part of closed days, for a month before all records (or one to come, where nobody may look back so far), and for a single day, from that day to itself. Other records than those of that part fail; records of the days at its ends may be in or out, as days may begin at any midnight, and for the single day none may come.',
    run: keepsRange,
  },
  {
    id: 'usage/stats-start-alone',
    title: 'A start date alone brings all records from then on',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    // After the last completion: records that come meanwhile move the pages of a range without an end.
    phase: 'late',
    restsOn: [...READABLE, 'usage/stats-without-dates'],
    adaptsTo: [...PAGING, RANGE],
    about: 'Asks for the records from a day on, and compares those of closed days.',
    run: (context) => context.verify((ask) => startAlone(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-end-alone',
    title: 'An end date alone brings all records until then',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: [...READABLE, 'usage/stats-without-dates'],
    adaptsTo: [...PAGING, RANGE],
    about: 'Asks for the records up to a day among closed days, and compares them with the whole list.',
    run: (context) => context.verify((ask) => endAlone(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-ranges-meet',
    title: 'Two ranges that meet at a day make up their union',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: [...PAGING, RANGE],
    about:
      'Cuts closed days in two at a day with records, the end of a month where there is one. The two parts must bring every record of the whole once, whether its dates belong to a range or not.',
    run: (context) => context.verify((ask) => meetingRanges(context, ask), restingOn([RANGE], sameAsListed)),
  },
  {
    id: 'usage/stats-parameters-alone',
    title: 'Each parameter has its effect whichever others are given',
    clauses: ['4.2', '8'],
    level: 'must',
    comparesHistory: closedDaysStand,
    // After the last completion: records that come meanwhile move the pages of a range without an end.
    phase: 'late',
    restsOn: READABLE,
    adaptsTo: [...PAGING, ...FILTERED, RANGE],
    about:
      'All parameters are optional. Dates, one of them alone or none, filters or none and a page size or none are given together in ten ways, each with an offset too. Records that do not match, more or fewer than the page has to have, and others than the list from the offset on fail. Of page sizes, offsets and ranges that are broken anyway nothing is said here.',
    async run(context) {
      await membersFit(context, ['date']);
      await context.verifyEach(await companies(context), holdAlone);
    },
  },
];
