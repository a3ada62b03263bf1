import {
  closedHistory,
  membersFit,
  PAGING,
  shownRecords,
  someRecords,
  walkedHistory,
} from '../src/usage/closed-history.ts';
import { closedRange } from '../src/usage/closed-range.ts';
import {
  aggregatedOnce,
  fitsSchema,
  notNegative,
  oneOrganization,
  sameOrganization,
  shownOnce,
  totalsAreSums,
} from '../src/usage/judge/history.ts';
import {
  endsQuietly,
  honoursSize,
  isArray,
  isArrayOrRefusal,
  shifts,
  unlessDeclined,
} from '../src/usage/judge/page.ts';
import { sameRecords } from '../src/usage/judge/same-records.ts';
import { MEASURES } from '../src/usage/measures.ts';
import { plainStats } from '../src/usage/plain-requests.ts';
import { statsOfNothing } from '../src/usage/probes/empty-answers.ts';
import {
  oddSizes,
  pageAtEnd,
  secondPage,
  shiftedPage,
  sizedPage,
  smallPages,
  withoutSize,
} from '../src/usage/probes/paging.ts';
import { HistoryTotals } from '../src/usage/walk/history-totals.ts';
import { readPage } from '../src/usage/walk/page.ts';
import { type Check, Inconclusive, NotApplicable } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { openStatsPoints } from './open/stats.ts';

/** Whether the members of records fit is asked where it matters, member by member. */
const READABLE: readonly CheckId[] = ['path/stats'];

/** The usage statistics as a list: its records (2.8), its pages, its open points (4.2). */
export const checks: readonly Check[] = [
  {
    id: 'usage/stats-is-array',
    title: 'The stats are a JSON array of records',
    clauses: ['4.2'],
    level: 'must',
    needs: ['path/stats'],
    about:
      'Asks for the stats without parameters. Passes on status 200 with a JSON array of objects. A body that breaks off in the same place three times fails while the summary comes whole.',
    async run(context) {
      await context.verify(plainStats, isArray);
    },
  },
  {
    id: 'usage/stats-of-nothing',
    title: 'Where there are no records to show, the stats are an empty array',
    clauses: ['4.2', '4.5'],
    level: 'must',
    needs: ['usage/stats-is-array'],
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
    needs: ['path/stats'],
    considers: PAGING,
    about:
      'Judges the records without parameters and all records of closed days against the schema. A missing member, another type, a date that is no ISO 8601 date-time fails; null for an optional member warns.',
    async run(context) {
      await context.verify(async (ask) => {
        const plain = readPage(await plainStats(ask));
        const recent = new HistoryTotals(true);
        recent.addPage(plain);
        if (recent.violation) return recent;
        try {
          return await shownRecords(context, ask);
        } catch (error) {
          if (plain.records.length > 0 && (error instanceof Inconclusive || error instanceof NotApplicable))
            return recent;
          throw error;
        }
      }, fitsSchema);
    },
  },
  {
    id: 'usage/stats-no-negative-counts',
    title: 'No record has a negative count',
    clauses: ['2.8'],
    level: 'must',
    needs: READABLE,
    considers: PAGING,
    about: 'Looks at the four counts of all records of closed days. One below 0 fails.',
    run: async (context) => void (await context.verify((ask) => shownRecords(context, ask), notNegative)),
  },
  {
    id: 'usage/stats-total-is-sum',
    title: 'total_tokens is input_tokens + output_tokens in every record',
    clauses: ['2.8'],
    level: 'should',
    needs: READABLE,
    considers: PAGING,
    about: 'Adds up the counts of all records of closed days. Another total warns.',
    run: async (context) =>
      void (await context.verify((ask) => someRecords(context, ask, MEASURES), totalsAreSums)),
  },
  {
    id: 'usage/stats-default-page',
    title: 'Without a page size, exactly 100 records come when there are more',
    clauses: ['4.2', '8'],
    level: 'must',
    needs: READABLE,
    about:
      'Asks for all records of closed days without a page size. More than 100 fail, and so do fewer while there are more. Not applicable where there are not more than 100 records.',
    async run(context) {
      await context.verify((ask) => withoutSize(context, ask), honoursSize);
    },
  },
  {
    id: 'usage/stats-page-size',
    title: 'As many records come as are asked for, from 1 to 100',
    clauses: ['4.2'],
    level: 'must',
    needs: READABLE,
    considers: ['usage/stats-is-array'],
    about:
      'Asks for pages of 1, 2, 10, 99 and 100 records of closed days. Another number fails, unless there are no more records; so does a page that is no array where the stats without parameters are one.',
    async run(context) {
      const sizes = [1, 2, 10, 99, 100];
      await context.verifyEach(
        sizes.map((size) => (ask) => sizedPage(context, ask, size)),
        honoursSize,
      );
    },
  },
  {
    id: 'usage/stats-page-size-beyond',
    title: 'What a page size of 0, or above 100, means',
    clauses: ['4.2'],
    level: 'open',
    needs: READABLE,
    about: 'Asks for pages of 0, 101 and 1,000 records and records what came.',
    async run(context) {
      for (const { size, exchange, came } of await oddSizes(context, [0, 101, 1000])) {
        context.observe(`usage-page-size-${size}`, came, exchange);
      }
    },
  },
  {
    id: 'usage/stats-offset',
    title: 'An offset leaves out as many records as it says',
    clauses: ['4.2'],
    level: 'must',
    needs: READABLE,
    considers: ['usage/stats-page-size'],
    about:
      'Asks for records of closed days from offsets 0, 1, 2, in the middle, at the last record and beyond it, and from 100 on. Each must show that part of the list, as far as it comes where page sizes are broken. A refusal of what follows the last record, where a walk through full pages ends, warns.',
    async run(context) {
      const { first, size } = await closedRange(context, context);
      const count = first.records.length;
      const offsets = [
        0,
        1,
        2,
        Math.floor(count / 2),
        count - 1,
        ...(size !== undefined && count < size ? [count] : []),
      ];
      const useful = [...new Set(offsets)].filter((offset) => offset >= 0 && offset <= count);
      await context.verifyEach(
        useful.map((offset) => (ask) => shiftedPage(context, ask, offset)),
        shifts,
      );
      await context.verify(
        (ask) => secondPage(context, ask),
        (second) => (second ? shifts(second) : []),
      );
      await context.verify((ask) => pageAtEnd(context, ask), endsQuietly);
    },
  },
  {
    id: 'usage/stats-pages-tile',
    title: 'Walking the pages gives every record once',
    clauses: ['4.2'],
    level: 'must',
    needs: [...READABLE, 'usage/stats-page-size', 'usage/stats-offset'],
    about:
      'Walks closed days in the largest pages, and in small uneven ones. A record that comes twice or is missing at the seam of two pages fails.',
    async run(context) {
      await context.verify(async (ask) => (await walkedHistory(context, ask)).history, shownOnce);
      await context.verify((ask) => smallPages(context, ask), sameRecords);
    },
  },
  {
    id: 'usage/stats-one-record-each',
    title: 'There is one record for a user, model, provider and source on a date',
    clauses: ['2.8'],
    level: 'must',
    needs: READABLE,
    considers: PAGING,
    about:
      'Looks for two records of closed days that agree in user, model, provider, source and date. Not applicable where records do not show the provider.',
    async run(context) {
      const { history } = await closedHistory(context, context);
      await membersFit(context, ['user_id', 'model', 'model_provider', 'source', 'date']);
      if (!history.providersShown)
        throw new NotApplicable('the records do not show model_provider: nothing to give');
      await context.verify(async (ask) => (await closedHistory(context, ask)).history, aggregatedOnce);
    },
  },
  {
    id: 'usage/stats-one-organization',
    title: 'All records have the same org_id',
    clauses: ['5.3', '4.2'],
    level: 'must',
    needs: READABLE,
    considers: PAGING,
    about:
      'Collects the org_id of all records of closed days, and of those that come without parameters. A second one fails.',
    async run(context) {
      await context.verify((ask) => someRecords(context, ask, ['org_id']), oneOrganization);
      await context.verify(async (ask) => {
        const plain = new HistoryTotals(true);
        plain.addPage(readPage(await plainStats(ask)));
        return { plain, dated: await someRecords(context, ask, ['org_id']) };
      }, sameOrganization);
    },
  },
  ...openStatsPoints,
];
