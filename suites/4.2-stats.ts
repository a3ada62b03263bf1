import { closedHistory, membersFit, PAGING, shownRecords, someRecords } from '../src/usage/closed-history.ts';
import {
  aggregatedOnce,
  fitsSchema,
  notNegative,
  oneOrganization,
  sameOrganization,
  totalsAreSums,
} from '../src/usage/judge/history.ts';
import { isArray, isArrayOrRefusal, unlessDeclined } from '../src/usage/judge/page.ts';
import { recordsFit, recordsNotNegative, statsAreArrays } from '../src/usage/judge/sweeps.ts';
import { MEASURES } from '../src/usage/measures.ts';
import { plainStats } from '../src/usage/plain-requests.ts';
import { statsOfNothing } from '../src/usage/probes/empty-answers.ts';
import { recordsByFilters } from '../src/usage/probes/filtered-records.ts';
import { recordsFromOffsets } from '../src/usage/probes/paging.ts';
import { recordsOfTheseDays } from '../src/usage/probes/these-days.ts';
import { HistoryTotals } from '../src/usage/walk/history-totals.ts';
import { readPage } from '../src/usage/walk/page.ts';
import type { Check } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { attempt, isUndecidable, NotApplicable } from '../src/vocabulary/undecidable.ts';
import { openStatsPoints } from './open/stats.ts';
import { pageChecks } from './stats/pages.ts';

/** Whether the members of records fit is asked where it matters, member by member. */
const READABLE: readonly CheckId[] = ['path/stats'];

/** The usage statistics as a list: its records (2.8), its pages, its open points (4.2). */
export const checks: readonly Check[] = [
  {
    id: 'usage/stats-is-array',
    title: 'The stats are a JSON array of records',
    clauses: ['4.2'],
    level: 'must',
    restsOn: ['path/stats'],
    sweeps: [statsAreArrays],
    about:
      'Asks for the stats without parameters. Passes on status 200 with a JSON array of objects. A body that breaks off in the same place three times fails while the summary comes whole.',
    async run(context) {
      await context.verify((ask) => plainStats(context, ask), isArray);
    },
  },
  {
    id: 'usage/stats-of-nothing',
    title: 'Where there are no records to show, the stats are an empty array',
    clauses: ['4.2', '4.5'],
    level: 'must',
    restsOn: ['usage/stats-is-array'],
    about:
      'Asks for the stats from a start far in the future, of a model, a provider and a source that nobody has, and from an offset beyond all records. A good answer that is no JSON array fails, and so does a server error; a refusal is left open.',
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
    title: 'Every record has the members and types of section 2.8',
    clauses: ['2.8'],
    level: 'must',
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    sweeps: [recordsFit],
    about:
      'Judges the records without parameters, all records of closed days, those of these days, and some that come from offsets and by filters, against the schema. A missing member, another type, a date that is no ISO 8601 date-time fails; null for an optional member warns.',
    async run(context) {
      const listed = await context.verify(async (ask) => {
        const plain = readPage(await plainStats(context, ask));
        const recent = new HistoryTotals(true);
        recent.addPage(plain);
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
    title: 'No record has a negative count',
    clauses: ['2.8'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: PAGING,
    sweeps: [recordsNotNegative],
    about: 'Looks at the four counts of all records of closed days. One below 0 fails.',
    run: (context) => context.verify((ask) => shownRecords(context, ask), notNegative),
  },
  {
    id: 'usage/stats-total-is-sum',
    title: 'total_tokens is input_tokens + output_tokens in every record',
    clauses: ['2.8'],
    level: 'should',
    restsOn: READABLE,
    adaptsTo: PAGING,
    about: 'Adds up the counts of all records of closed days. Another total warns.',
    run: (context) => context.verify((ask) => someRecords(context, ask, MEASURES), totalsAreSums),
  },
  ...pageChecks,
  {
    id: 'usage/stats-one-record-each',
    title: 'There is one record for a user, model, provider and source on a date',
    clauses: ['2.8'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: PAGING,
    about:
      'Looks for two records of closed days that agree in user, model, provider, source and date. Not applicable where records do not show the provider.',
    async run(context) {
      const { history } = await closedHistory(context, context);
      await membersFit(context, ['user_id', 'model', 'model_provider', 'source', 'date']);
      if (!history.providersShown)
        return new NotApplicable('the records do not show model_provider: nothing to give');
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
      'Collects the org_id of all records of closed days, and of those that come without parameters, from offsets and by filters. A second one fails.',
    async run(context) {
      await context.verify((ask) => someRecords(context, ask, ['org_id']), oneOrganization);
      await context.verify(async (ask) => {
        const plain = new HistoryTotals(true);
        plain.addPage(readPage(await plainStats(context, ask)));
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
