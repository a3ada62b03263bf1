import { restingOn } from '../src/judge/rule.ts';
import { closedHistory, PAGING } from '../src/usage/history/closed-history.ts';
import { comparedHistory, comparedMembersFit } from '../src/usage/history/compared-history.ts';
import { plainAnswer, unlessRefusedAnyhow } from '../src/usage/history/plain-requests.ts';
import {
  closedSummary,
  longRange,
  someSummary,
  summariesOf,
  summariesWithDays,
  summaryHalves,
  summaryOfNothing,
  summaryOfPart,
} from '../src/usage/history/summaries.ts';
import { halvesAddUp } from '../src/usage/judge/halves.ts';
import { unlessDeclined } from '../src/usage/judge/page.ts';
import { keepsDaySums } from '../src/usage/judge/single-day.ts';
import {
  daysOfRange,
  fitsSummary,
  fitsSummaryOrRefusal,
  keepsRange,
  noServerError,
  type SummaryComparison,
  sourcesComeToAll,
  summaryNotNegative,
  summaryTotalIsSum,
  uniqueModels,
  uniqueProviders,
  uniqueUsers,
  usageBySource,
} from '../src/usage/judge/summary.ts';
import { summariesAddUp, summariesFit, summariesNotNegative } from '../src/usage/judge/sweeps.ts';
import { TOTALS } from '../src/usage/measures.ts';
import { sumsOfNothing } from '../src/usage/probes/empty-answers.ts';
import { extraMembers } from '../src/usage/probes/extra-members.ts';
import { closedHistoryUnchanged } from '../src/usage/probes/history-unchanged.ts';
import { ofDay, sumsOfDay } from '../src/usage/probes/single-day.ts';
import { measuresAgree, tellsOfClosedDays } from '../src/usage/reconcile/agreeing.ts';
import { askSummary, summaryTotals } from '../src/usage/summary.ts';
import type { Check, CheckContext, Judge } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { attempt, decided, Inconclusive, NotApplicable } from '../src/vocabulary/undecidable.ts';

const RANGE: CheckId = 'usage/summary-range';
const SCHEMA: CheckId = 'usage/summary-schema';
const COMPARED: readonly CheckId[] = ['path/summary', RANGE];

/** A check that a member agrees with the records of the same range. */
function member(
  id: Check['id'],
  title: string,
  about: string,
  judge: Judge<SummaryComparison>,
  /** Members of the records that it depends on. */
  members: readonly string[],
  before?: (context: CheckContext) => Promise<void>,
): Check {
  return {
    id,
    title,
    clauses: ['2.9'],
    level: 'should',
    restsOn: ['path/summary'],
    adaptsTo: [...PAGING, ...TOTALS, RANGE],
    comparesHistory: closedHistoryUnchanged,
    about,
    async run(context) {
      await tellsOfClosedDays(context, 'summary', RANGE);
      await comparedMembersFit(context, members);
      await before?.(context);
      const all = summariesOf(context);
      await context.verifyEach(context.holds(RANGE) ? all : all.slice(0, 1), judge);
    },
  };
}

/**
 * Rejects with `Inconclusive` if the summary differs from the records, in requests or in tokens: their sources are
 * not comparable then. Whether its own numbers by source add up to its total is judged before.
 */
async function sourcesCompared(context: CheckContext): Promise<void> {
  const agreed = await attempt(measuresAgree(context, 'summary', ['total_requests', 'total_tokens'], true));
  if (agreed instanceof Inconclusive)
    await context.verify((ask) => closedSummary(context, ask), sourcesComeToAll);
  decided(agreed);
}

/** The summary (2.9, 4.3): its shape, its range, and what its members mean. */
export const checks: readonly Check[] = [
  {
    id: 'usage/summary-schema',
    title: 'The summary has the ten integers of section 2.9',
    clauses: ['2.9', '4.3'],
    level: 'must',
    restsOn: ['path/summary'],
    sweeps: [summariesFit],
    about:
      'Requests the summary without dates. Passes on status 200 with an object whose ten members are integers. Fails on any other answer, and if the body breaks off at the same place three times while the stats are complete.',
    run: (context) => context.verify((ask) => plainAnswer(context, ask, 'summary'), fitsSummary),
  },
  {
    id: 'usage/summary-of-nothing',
    title: 'The summary of an empty range has the ten integers',
    clauses: ['2.9', '4.3', '4.5'],
    level: 'must',
    restsOn: ['path/summary'],
    adaptsTo: [SCHEMA],
    about:
      'Requests the summary of a month before all records, or of a future month if the service rejects that. Fails on a 200 whose ten members are not integers, and on a server error. Ignores a rejection. If no summary has the ten integers, judges only server errors.',
    run: (context) =>
      context.verify(
        async (ask) => unlessDeclined(await sumsOfNothing(context, ask)),
        context.holds(SCHEMA) ? fitsSummaryOrRefusal : noServerError,
      ),
  },
  {
    id: 'usage/summary-no-negative-counts',
    title: 'Summary counts are not negative',
    clauses: ['2.9'],
    level: 'must',
    restsOn: ['path/summary'],
    sweeps: [summariesNotNegative],
    about: 'Requests the summary of closed days. Fails if a number is below 0.',
    run: (context) => context.verify((ask) => someSummary(context, ask), summaryNotNegative),
  },
  {
    id: 'usage/summary-total-is-sum',
    title: 'total_tokens of the summary equals input_tokens + output_tokens',
    clauses: ['2.9'],
    level: 'should',
    restsOn: ['path/summary'],
    adaptsTo: [...PAGING, ...TOTALS],
    about:
      'Adds up the summary of closed days, and every other summary of the run. Warns if the sum differs.',
    sweeps: [summariesAddUp],
    async run(context) {
      await measuresAgree(context, 'summary', ['input_tokens', 'output_tokens', 'total_tokens']);
      await context.verify((ask) => someSummary(context, ask), summaryTotalIsSum);
    },
  },
  {
    id: 'usage/summary-range',
    title: 'The summary counts exactly the records in its range',
    clauses: ['4.3'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: ['path/summary'],
    adaptsTo: PAGING,
    about:
      'Requests the summary of some closed days, of a month before all records, and of a single day. Fails on a server error, and if the sums differ from those of the records. Days at the ends may be in or out. A single day may count nothing.',
    async run(context) {
      await context.verifyEach(
        [
          (ask) => summaryOfNothing(context, ask),
          (ask) => summaryOfPart(context, ask).catch(unlessRefusedAnyhow(context, ask)),
        ],
        keepsRange,
      );
      await ofDay(context.verify((ask) => sumsOfDay(context, ask), keepsDaySums));
      await longRange(context);
    },
  },
  {
    id: 'usage/summary-ranges-meet',
    title: 'Summaries of two adjacent ranges add up to their union',
    clauses: ['4.3'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: ['path/summary'],
    adaptsTo: [...PAGING, RANGE],
    about:
      'Splits the closed days at a day with records, preferably at the end of a month. Fails if the sums of the parts do not add up to the whole.',
    run: (context) => context.verify((ask) => summaryHalves(context, ask), restingOn([RANGE], halvesAddUp)),
  },
  member(
    'usage/summary-unique-users',
    'unique_users equals the number of users in the records',
    'Counts the users in the records of all closed days, of some of them, and of an empty range. Warns on another number.',
    uniqueUsers,
    ['user_id'],
  ),
  member(
    'usage/summary-unique-models',
    'unique_models equals the number of models in the records',
    'Counts the models in the records of all closed days, of some of them, and of an empty range. Warns on another number.',
    uniqueModels,
    ['model'],
  ),
  member(
    'usage/summary-unique-providers',
    'unique_providers equals the number of providers in the records',
    'Counts the providers in the records of all closed days, of some of them, and of an empty range. Warns on another number. Not applicable if records do not show providers.',
    uniqueProviders,
    ['model_provider'],
    async (context) => {
      const { history } = await comparedHistory(context, context);
      if (!history.providersShown) throw new NotApplicable('records have no model_provider');
    },
  ),
  member(
    'usage/summary-usage-by-source',
    'api_usage and app_usage match the records of their source',
    "Adds up the records of each source on all closed days, on some of them, and on an empty range. Passes if the numbers are the requests or the tokens of the source. Warns on other numbers. If the summary differs from the records, compares with the summary's own total instead, as long as no other source occurs.",
    usageBySource,
    ['source'],
    sourcesCompared,
  ),
  {
    id: 'usage/summary-date-range-days',
    title: 'date_range_days is the number of days in the range',
    clauses: ['2.9'],
    level: 'should',
    restsOn: COMPARED,
    adaptsTo: PAGING,
    about:
      'Requests the summary of all and of some closed days. Passes on the days of the range with or without its end, and on the days with data. Warns on another number. The service may shorten a range that starts before all records.',
    run: async (context) => context.verifyEach(await summariesWithDays(context), daysOfRange),
  },
  {
    id: 'usage/summary-one-sided-ranges',
    title: 'Summary members beyond the contract, and one-sided ranges',
    clauses: ['4.3', '2.9'],
    level: 'open',
    restsOn: ['path/stats', ...COMPARED, 'usage/summary-without-dates'],
    adaptsTo: PAGING,
    about:
      'Requests the summary with one date only. Records whether the sums are those of the whole, and the members beyond section 2.9.',
    async run(context) {
      const { summary, range } = await closedSummary(context, context);
      context.observe(
        'usage-summary-extra-members',
        extraMembers([summary.body], 'usage-summary'),
        summary.exchange,
      );
      const { found } = await closedHistory(context, context);
      const all = summaryTotals(summary).total_requests;
      const { start, end } = range;
      const ended = await askSummary(context, found.names, { end }, 'the sums up to a day');
      const isUntil = summaryTotals(ended).total_requests === all;
      const until = isUntil ? 'all until then' : 'a default range';
      context.observe('usage-summary-end-alone', until, ended.exchange);
      const started = await askSummary(context, found.names, { start }, 'the sums from a day on');
      const isFrom = summaryTotals(started).total_requests >= all;
      const from = isFrom ? 'all from then on' : 'a default range';
      context.observe('usage-summary-start-alone', from, started.exchange);
    },
  },
];
