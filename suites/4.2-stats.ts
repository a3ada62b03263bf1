import { recordsOfTheseDays } from '../src/usage/accounting/live-totals.ts';
import {
  closedHistory,
  membersFit,
  PAGING,
  shownRecords,
  someRecords,
} from '../src/usage/history/closed-history.ts';
import { plainAnswer } from '../src/usage/history/plain-requests.ts';
import {
  aggregatedOnce,
  fitsSchema,
  oneOrganization,
  sameOrganization,
  totalsAreSums,
} from '../src/usage/judge/history.ts';
import { isArray, isArrayOrRefusal, unlessDeclined } from '../src/usage/judge/page.ts';
import {
  exportsOfOneOrganization,
  recordsAggregatedOnce,
  recordsFit,
  recordsNotNegative,
  recordsOfOneOrganization,
  statsAreArrays,
} from '../src/usage/judge/sweeps.ts';
import { MEASURES } from '../src/usage/measures.ts';
import { statsOfNothing } from '../src/usage/probes/empty-answers.ts';
import { recordsByFilters } from '../src/usage/probes/filter-pages.ts';
import { recordsFromOffsets } from '../src/usage/probes/paging.ts';
import { readPage } from '../src/usage/walk/page.ts';
import { snapshotOf } from '../src/usage/walk/snapshot-builder.ts';
import type { Check } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { attempt, isUndecidable, NotApplicable } from '../src/vocabulary/undecidable.ts';
import { openStatsPoints } from './open/stats.ts';
import { pageChecks } from './stats/pages.ts';

/** Other checks validate the members of records, one by one. */
const READABLE: readonly CheckId[] = ['path/stats'];

/** The usage statistics as a list: its records (2.8), its pages, its open points (4.2). */
export const checks: readonly Check[] = [
  {
    id: 'usage/stats-is-array',
    title: 'The stats endpoint returns a JSON array of records',
    clauses: ['4.2'],
    level: 'must',
    restsOn: ['path/stats'],
    sweeps: [statsAreArrays],
    about:
      'Requests the stats without parameters. Passes on status 200 with a JSON array of objects. Fails on any other answer, and if the body breaks off at the same place three times while the summary is complete.',
    async run(context) {
      await context.verify((ask) => plainAnswer(context, ask, 'stats'), isArray);
    },
  },
  {
    id: 'usage/stats-of-nothing',
    title: 'Stats without matching records are an empty array',
    clauses: ['4.2', '4.5'],
    level: 'must',
    restsOn: ['usage/stats-is-array'],
    about:
      'Requests the stats from a start date far in the future, of an unknown model, provider and source, and from an offset beyond all records. Fails on a 200 without a JSON array, and on a server error. Ignores a rejection.',
    async run(context) {
      const parameters = ['start', 'model', 'provider', 'source', 'offset'] as const;
      await context.verifyEach(
        parameters.map(
          (parameter) => async (ask) => unlessDeclined(await statsOfNothing(context, ask, parameter)),
        ),
        isArrayOrRefusal,
      );
    },
  },
  {
    id: 'usage/stats-record-schema',
    title: 'Every record matches the schema of section 2.8',
    clauses: ['2.8'],
    level: 'must',
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    sweeps: [recordsFit],
    about:
      'Validates the records without parameters, all records of closed days and of these days, and some with offsets and filters. Warns on null for an optional member, and on a date with a space instead of T. Fails on a missing member, a wrong type, or a date that is no ISO 8601 date-time.',
    async run(context) {
      const listed = await context.verify(async (ask) => {
        const plain = readPage(await plainAnswer(context, ask, 'stats'));
        const recent = snapshotOf([plain], true);
        if (recent.violation) return recent;
        const shown = await attempt(shownRecords(context, ask));
        return isUndecidable(shown) && plain.records.length > 0 ? recent : shown;
      }, fitsSchema);
      if (fitsSchema(listed).length > 0) return;
      for (const others of [recordsOfTheseDays, recordsFromOffsets, recordsByFilters])
        await context.verify(
          (ask) => others(context, ask),
          (found) => (found ? fitsSchema(found) : []),
        );
    },
  },
  {
    id: 'usage/stats-no-negative-counts',
    title: 'Record counts are not negative',
    clauses: ['2.8'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: PAGING,
    sweeps: [recordsNotNegative],
    about: 'Reads the four counts of all records of closed days. Fails if one is below 0.',
    // The rule for every answer finds a violation: that there is none is known only if all counts are readable.
    async run(context) {
      await context.verify(
        (ask) => someRecords(context, ask, MEASURES),
        () => [],
      );
    },
  },
  {
    id: 'usage/stats-total-is-sum',
    title: 'total_tokens of a record equals input_tokens + output_tokens',
    clauses: ['2.8'],
    level: 'should',
    restsOn: READABLE,
    adaptsTo: PAGING,
    about: 'Adds up the counts of all records of closed days. Warns if the sum differs.',
    run: (context) => context.verify((ask) => someRecords(context, ask, MEASURES), totalsAreSums),
  },
  ...pageChecks,
  {
    id: 'usage/stats-one-record-each',
    title: 'Each user, model, provider, source and date has one record',
    clauses: ['2.8'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: PAGING,
    about:
      'Compares all records of closed days, and those of closed days on every page of the run. Fails if two have the same user, model, provider, source and date. Not applicable if records do not show the provider.',
    sweeps: [recordsAggregatedOnce],
    async run(context) {
      const { history } = await closedHistory(context, context);
      await membersFit(context, ['user_id', 'model', 'model_provider', 'source', 'date']);
      if (!history.providersShown) return new NotApplicable('records have no model_provider');
      return context.verify(async (ask) => (await closedHistory(context, ask)).history, aggregatedOnce);
    },
  },
  {
    id: 'usage/stats-one-organization',
    harm: 'doors',
    title: 'All records have the same org_id',
    clauses: ['5.3', '4.2'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: PAGING,
    about:
      'Reads the org_id of all records of closed days, of those without parameters, and of every page and export of the run. Fails if there are two.',
    sweeps: [recordsOfOneOrganization, exportsOfOneOrganization],
    async run(context) {
      await context.verify((ask) => someRecords(context, ask, ['org_id']), oneOrganization);
      await context.verify(async (ask) => {
        const plain = snapshotOf([readPage(await plainAnswer(context, ask, 'stats'))], true);
        return { plain, dated: await someRecords(context, ask, ['org_id']) };
      }, sameOrganization);
      for (const others of [recordsFromOffsets, recordsByFilters])
        await context.verify(
          async (ask) => ({
            plain: await others(context, ask),
            dated: await someRecords(context, ask, ['org_id']),
          }),
          ({ plain, dated }) => (plain ? sameOrganization({ plain, dated }) : []),
        );
    },
  },
  ...openStatsPoints,
];
