import { restingOn } from '../src/judge/resting-on.ts';
import { closedHistory, PAGING } from '../src/usage/closed-history.ts';
import { closedDaysStand } from '../src/usage/days-stand.ts';
import { unlessDeclined } from '../src/usage/judge/page.ts';
import { keepsDaySums } from '../src/usage/judge/single-day.ts';
import {
  type Beside,
  daysOfRange,
  fitsSummary,
  fitsSummaryOrRefusal,
  halvesAddUp,
  keepsRange,
  noServerError,
  summaryNotNegative,
  summaryTotalIsSum,
  uniqueModels,
  uniqueProviders,
  uniqueUsers,
  usageBySource,
} from '../src/usage/judge/summary.ts';
import { summariesFit, summariesNotNegative } from '../src/usage/judge/sweeps.ts';
import { plainSummary, unlessRefusedAnyhow } from '../src/usage/plain-requests.ts';
import { comparedHistory, comparedMembersFit } from '../src/usage/probes/compared-history.ts';
import { sumsOfNothing } from '../src/usage/probes/empty-answers.ts';
import { extraMembers } from '../src/usage/probes/extra-members.ts';
import { ofDay, sumsOfDay } from '../src/usage/probes/single-day.ts';
import {
  closedSummary,
  longRange,
  someSummary,
  summariesOf,
  summariesWithDays,
  summaryHalves,
  summaryOfNothing,
  summaryOfPart,
} from '../src/usage/probes/summaries.ts';
import { measuresAgree, tellsOfClosedDays } from '../src/usage/reconcile/agreeing.ts';
import { TOTALS } from '../src/usage/reconcile/check-ids.ts';
import { askSummary, summaryTotals } from '../src/usage/summary.ts';
import type { Check, CheckContext, Judge } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { NotApplicable } from '../src/vocabulary/undecidable.ts';
import { sourcesCompared } from './stats/sources.ts';

const RANGE: CheckId = 'usage/summary-range';
const SCHEMA: CheckId = 'usage/summary-schema';
const COMPARED: readonly CheckId[] = ['path/summary', RANGE];

/** A check that a member says what the records of the same range say. */
function member(
  id: Check['id'],
  title: string,
  about: string,
  judge: Judge<Beside>,
  /** Members of the records that it rests on. */
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
      'Asks for the summary without dates. Anything but status 200 with an object whose ten members are integers fails, and so does a body that breaks off in the same place three times while the stats come whole.',
    run: (context) => context.verify((ask) => plainSummary(context, ask), fitsSummary),
  },
  {
    id: 'usage/summary-of-nothing',
    title: 'The summary of a time without records has the ten integers too',
    clauses: ['2.9', '4.3', '4.5'],
    level: 'must',
    restsOn: ['path/summary'],
    adaptsTo: [SCHEMA],
    about:
      'Asks for the summary of a month before all records, or of one to come where that is refused. A good answer whose ten members are not integers fails, and so does a server error; a refusal is left open. Where no summary has the ten integers, only a server error says more.',
    run: (context) =>
      context.verify(
        async (ask) => unlessDeclined(await sumsOfNothing(context, ask)),
        context.holds(SCHEMA) ? fitsSummaryOrRefusal : noServerError,
      ),
  },
  {
    id: 'usage/summary-no-negative-counts',
    title: 'No member of the summary is negative',
    clauses: ['2.9'],
    level: 'must',
    restsOn: ['path/summary'],
    sweeps: [summariesNotNegative],
    about: 'Looks at the summary of closed days. A number below 0 fails.',
    run: (context) => context.verify((ask) => someSummary(context, ask), summaryNotNegative),
  },
  {
    id: 'usage/summary-total-is-sum',
    title: 'total_tokens of the summary is input and output together',
    clauses: ['2.9'],
    level: 'should',
    restsOn: ['path/summary'],
    adaptsTo: [...PAGING, ...TOTALS],
    about: 'Adds up the summary of closed days. Another total warns.',
    async run(context) {
      await measuresAgree(context, 'summary', ['input_tokens', 'output_tokens', 'total_tokens']);
      await context.verify((ask) => someSummary(context, ask), summaryTotalIsSum);
    },
  },
  {
    id: 'usage/summary-range',
    title: 'The summary counts what lies in its range, and nothing else',
    clauses: ['4.3'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: ['path/summary'],
    adaptsTo: PAGING,
    about:
      'Asks for the sums of a part of closed days, of a month before all records, and of a single day, from that day to itself. They must be those of the records; days at the ends may be in or out, and for the single day nothing may be counted. A server error to a range fails too.',
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
    title: 'Summaries of two ranges that meet add up to that of their union',
    clauses: ['4.3'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: ['path/summary'],
    adaptsTo: [...PAGING, RANGE],
    about:
      'Cuts closed days in two at a day with records, the end of a month where there is one. The sums of the parts must be those of the whole, whether its dates belong to a range or not.',
    run: (context) => context.verify((ask) => summaryHalves(context, ask), restingOn([RANGE], halvesAddUp)),
  },
  member(
    'usage/summary-unique-users',
    'unique_users is the number of users in the records',
    'Counts the users in the records of closed days, of a part of them, and of a time without records. Another number warns.',
    uniqueUsers,
    ['user_id'],
  ),
  member(
    'usage/summary-unique-models',
    'unique_models is the number of models in the records',
    'Counts the models in the records of closed days, of a part of them, and of a time without records. Another number warns.',
    uniqueModels,
    ['model'],
  ),
  member(
    'usage/summary-unique-providers',
    'unique_providers is the number of providers in the records',
    'Counts the providers in the records of closed days, of a part of them, and of a time without records. Another number warns. Not applicable where records do not show them.',
    uniqueProviders,
    ['model_provider'],
    async (context) => {
      const { history } = await comparedHistory(context, context);
      if (!history.providersShown)
        throw new NotApplicable('the records do not show model_provider: nothing to give');
    },
  ),
  member(
    'usage/summary-usage-by-source',
    'api_usage and app_usage match the records of their source',
    'Adds up the records of each source on closed days, on a part of them and where there are none, as requests and as tokens. Numbers that are neither warn. Of a summary that differs from the records, numbers warn that are neither, nor its own total together, where no record is of another source.',
    usageBySource,
    ['source'],
    sourcesCompared,
  ),
  {
    id: 'usage/summary-date-range-days',
    title: 'date_range_days is the number of days, in one of the usual readings',
    clauses: ['2.9'],
    level: 'should',
    restsOn: COMPARED,
    adaptsTo: PAGING,
    about:
      'Asks for the sums of closed days, and of a part of them, and compares with the days of the range with or without its end, and with the days that have data. Another number warns; a range that begins before all records may be cut to what the service keeps.',
    run: async (context) => context.verifyEach(await summariesWithDays(context), daysOfRange),
  },
  {
    id: 'usage/summary-one-sided-ranges',
    title: 'What the summary has beyond the contract, and counts for a start or an end alone',
    clauses: ['4.3', '2.9'],
    level: 'open',
    restsOn: ['path/stats', ...COMPARED, 'usage/summary-without-dates'],
    adaptsTo: PAGING,
    about:
      'Asks for the sums with one date only, and records whether they are those of the whole, and which members the summary has beyond section 2.9.',
    async run(context) {
      const { summary, range } = await closedSummary(context, context);
      context.observe(
        'usage-summary-extra-members',
        extraMembers([summary.body], 'usage-summary'),
        summary.exchange,
      );
      const { found } = await closedHistory(context, context);
      const all = summaryTotals(summary).total_requests;
      const ended = await askSummary(context, found.names, { end: range.end }, 'the sums up to a day');
      const endAlone = summaryTotals(ended).total_requests;
      context.observe(
        'usage-summary-end-alone',
        endAlone === all ? 'all until then' : 'a default range',
        ended.exchange,
      );
      const started = await askSummary(
        context,
        found.names,
        { start: range.start },
        'the sums from a day on',
      );
      const startAlone = summaryTotals(started).total_requests;
      context.observe(
        'usage-summary-start-alone',
        startAlone >= all ? 'all from then on' : 'a default range',
        started.exchange,
      );
    },
  },
];
