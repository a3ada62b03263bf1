import type { Asking, Check } from '../src/check.ts';
import { bringsRecords, onlyMatching } from '../src/judge/usage/page.ts';
import { sameRecords } from '../src/judge/usage/same-records.ts';
import { nameOf, STATS, usagePath, usageRequest } from '../src/usage/endpoints.ts';
import { frame } from '../src/usage/frame.ts';
import { ground, knownRange } from '../src/usage/ground.ts';
import {
  filteredInRange,
  filteredPages,
  pagedValues,
  rangedValues,
} from '../src/usage/probes/filter-pages.ts';
import {
  type Filter,
  filtered,
  filteredByNone,
  filteredPage,
  filteredTogether,
  latecomers,
  nearMisses,
  tellingValues,
} from '../src/usage/probes/filters.ts';
import { endAlone, longAgo, meetingRanges, partOfHistory, startAlone } from '../src/usage/probes/ranges.ts';
import { recordsOf } from '../src/usage/walk/page.ts';

const PAGED = [
  'usage/stats-is-array',
  'usage/stats-record-schema',
  'usage/stats-page-size',
  'usage/stats-offset',
  'usage/stats-pages-tile',
];

const FILTERS: readonly [Filter, string][] = [
  ['model', 'model'],
  ['provider', 'model provider'],
  ['source', 'source'],
];

const byFilter = FILTERS.map(
  ([filter, words]): Check => ({
    id: `usage/stats-filter-${filter}`,
    title: `Filtered by ${words}, all matching records come and no others`,
    clauses: ['4.2'],
    level: 'must',
    needs: PAGED,
    about: `Walks closed days with the filter by ${words} set to a rare value, to one that begins another, to one with unusual letters, and to values that are nearly one. Other records than those of that ${words} in the unfiltered list fail.`,
    async run(t) {
      const whole = await frame(t, t);
      const values = await tellingValues(t, filter);
      nameOf(whole.found.names, filter);
      const near = nearMisses(whole, filter);
      await t.verifyEach(
        [
          ...values.map((value) => (ask: Asking) => filtered(t, ask, filter, value)),
          ...near.map((value) => (ask: Asking) => filteredByNone(t, ask, filter, value)),
        ],
        sameRecords,
      );
    },
  }),
);

/** What the parameters of the stats select (4.2): filters and date ranges. */
export const checks: readonly Check[] = [
  ...byFilter,
  {
    id: 'usage/stats-filters-together',
    title: 'Filters given together select what matches all of them',
    clauses: ['4.2'],
    level: 'must',
    needs: [...PAGED, ...byFilter.map((check) => check.id)],
    about:
      'Walks closed days with all filters set to the values of one record, and a part of them with each filter. Other records than those that match all fail.',
    async run(t) {
      await t.verify((ask) => filteredTogether(t, ask), sameRecords);
      const ranged = await rangedValues(t);
      if (ranged.length === 0) return;
      await t.verifyEach(
        ranged.map((chosen) => (ask: Asking) => filteredInRange(t, ask, chosen)),
        sameRecords,
      );
    },
  },
  {
    id: 'usage/stats-filter-before-page',
    title: 'Filters select before pages are cut',
    clauses: ['4.2'],
    level: 'must',
    needs: [...PAGED, ...byFilter.map((check) => check.id)],
    about:
      'Asks for one record of a kind that does not come first in the unfiltered list, and for the records of a common kind page by page. None, or others, fail.',
    async run(t) {
      const late = await latecomers(t);
      await t.verifyEach(
        late.map(
          ({ filter, value }) =>
            (ask: Asking) =>
              filteredPage(t, ask, filter, value),
        ),
        onlyMatching,
      );
      const paged = await pagedValues(t);
      if (paged.length === 0) return;
      await t.verifyEach(
        paged.map((chosen) => (ask: Asking) => filteredPages(t, ask, chosen)),
        sameRecords,
      );
    },
  },
  {
    id: 'usage/stats-filter-unknown',
    title: 'What a filter with an unknown value brings',
    clauses: ['4.2'],
    level: 'open',
    needs: PAGED,
    about:
      'Filters by a model, a provider and a source that nobody has, and records whether nothing came or the request was refused.',
    async run(t) {
      const { found, range } = await ground(t, t);
      for (const [filter] of FILTERS) {
        if (found.names[filter] === undefined) continue;
        const path = usagePath(STATS, found.names, { ...range, [filter]: 'chatspec-unknown' });
        const exchange = await t.send(usageRequest(path, `an unknown ${filter}`));
        const records = recordsOf(exchange);
        t.observe(
          `usage.unknown-${filter}`,
          records ? (records.length === 0 ? 'nothing' : 'records') : `status ${exchange.response?.status}`,
          exchange,
        );
      }
    },
  },
  {
    id: 'usage/stats-known-range',
    title: 'A date range in which records are known brings records',
    clauses: ['4.2'],
    level: 'must',
    needs: ['usage/stats-is-array', 'usage/stats-record-schema'],
    about:
      'Asks for all closed days. No record fails where the stats without dates show one of these days, and so does a server error. A refusal is left open: some services do not look back so far.',
    run: async (t) => void (await t.verify((ask) => knownRange(t, ask), bringsRecords)),
  },
  {
    id: 'usage/stats-range',
    title: 'A date range brings all records inside it and no others',
    clauses: ['4.2'],
    level: 'must',
    needs: PAGED,
    about:
      'Asks for a part of closed days, and for a month before all records. Other records than those of that part fail; records of the days at its ends may be in or out, as days may begin at any midnight.',
    async run(t) {
      await t.verifyEach([(ask) => partOfHistory(t, ask), (ask) => longAgo(t, ask)], sameRecords);
    },
  },
  {
    id: 'usage/stats-start-alone',
    title: 'A start date alone brings all records from then on',
    clauses: ['4.2'],
    level: 'must',
    needs: [...PAGED, 'usage/stats-range'],
    about: 'Asks for the records from a day on, and compares those of closed days.',
    run: async (t) => void (await t.verify((ask) => startAlone(t, ask), sameRecords)),
  },
  {
    id: 'usage/stats-end-alone',
    title: 'An end date alone brings all records until then',
    clauses: ['4.2'],
    level: 'must',
    needs: [...PAGED, 'usage/stats-range'],
    about: 'Asks for the records up to a day among closed days, and compares them with the whole list.',
    run: async (t) => void (await t.verify((ask) => endAlone(t, ask), sameRecords)),
  },
  {
    id: 'usage/stats-ranges-meet',
    title: 'Two ranges that meet at a day make up their union',
    clauses: ['4.2'],
    level: 'must',
    needs: [...PAGED, 'usage/stats-range'],
    about:
      'Cuts closed days in two at a day with records. The two parts must bring every record of the whole once, whether the end date belongs to a range or not.',
    run: async (t) => void (await t.verify((ask) => meetingRanges(t, ask), sameRecords)),
  },
];
