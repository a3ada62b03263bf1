import { restingOn } from '../src/judge/rule.ts';
import type { Export } from '../src/usage/csv/export.ts';
import { PAGING } from '../src/usage/history/closed-history.ts';
import { closedDays, closedRange } from '../src/usage/history/closed-range.ts';
import {
  exportNotNegative,
  exportTotalIsSum,
  isCsv,
  noCountedRows,
  noRows,
  oneHeader,
  readAlike,
  rowPerRecord,
} from '../src/usage/judge/export.ts';
import { halvesAddUp } from '../src/usage/judge/halves.ts';
import { keepsDayRows } from '../src/usage/judge/single-day.ts';
import { exportsAreCsv } from '../src/usage/judge/sweeps.ts';
import { TOTALS } from '../src/usage/measures.ts';
import { type Contents, exportContents, oneToOne } from '../src/usage/probes/export-contents.ts';
import {
  closedExport,
  exportHalves,
  exportOfNothing,
  exportRows,
  plainExport,
} from '../src/usage/probes/exports.ts';
import { closedHistoryUnchanged } from '../src/usage/probes/history-unchanged.ts';
import { sameCounts, sameDays, wordsFit } from '../src/usage/probes/same-contents.ts';
import { ofDay, rowsOfDay } from '../src/usage/probes/single-day.ts';
import { measuresAgree, tellsOfClosedDays } from '../src/usage/reconcile/agreeing.ts';
import { owedRows } from '../src/usage/reconcile/totals.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import {
  attempt,
  decided,
  Inconclusive,
  isUndecidable,
  orUndefined,
  type Undecidable,
} from '../src/vocabulary/undecidable.ts';
import { openExportPoints } from './open/export.ts';

const EXPORT_CONTENTS = answerKey<Contents>('usage/export-contents');

const READABLE: readonly CheckId[] = ['usage/export-is-csv'];
const STATS: readonly CheckId[] = ['path/stats'];

const RANGE: CheckId = 'usage/export-range';
const COUNTS: CheckId = 'usage/export-counts';
const CONTENTS: readonly CheckId[] = [...STATS, ...READABLE];
/** How the contents are compared: in the counts in which the endpoints agree. */
const COMPARED: readonly CheckId[] = [...PAGING, ...TOTALS, RANGE];

/** The export, even if some rows have more fields than others: for tests of its header. */
async function headed(context: CheckContext, ask: Requester): Promise<Export | Undecidable> {
  const found = await closedExport(context, ask);
  const [csv] = READABLE;
  if (context.holds(csv!)) return found;
  const { ragged, text } = found.table;
  const tells = ragged && ragged.row > 2 && text.irregular.size === 0 && oneHeader(found).length > 0;
  if (tells) return found;
  return new Inconclusive('the export as a whole is not valid CSV', [found.exchange], csv);
}

/** The rows and their records, once per round for all checks that use them. */
async function contents(context: CheckContext, ask: Requester) {
  await tellsOfClosedDays(context, 'export', RANGE);
  return ask.shared(EXPORT_CONTENTS, (own) => exportContents(context, own));
}

const pairs = async (context: CheckContext, ask: Requester) => oneToOne(await contents(context, ask));

/** The export (4.4): CSV, with all records of its range. */
export const checks: readonly Check[] = [
  {
    id: 'usage/export-is-csv',
    title: 'The export is CSV with equally many fields in every row',
    clauses: ['4.4'],
    level: 'must',
    restsOn: ['path/export'],
    sweeps: [exportsAreCsv],
    about:
      'Requests the export without dates, and of closed days. Fails on another format, on quotes that RFC 4180 forbids, and on rows of different length. Delimiter, quoting, line ends, encoding, a sep= line and a row of totals are free.',
    async run(context) {
      await context.verify((ask) => plainExport(context, ask), isCsv);
      // Without history or names the export of closed days adds nothing.
      if (await orUndefined(closedRange(context, context)))
        await context.verify(async (ask) => owedRows(await closedDays(context, ask), ask), isCsv);
    },
  },
  {
    id: 'usage/export-range',
    title: 'The export has no rows outside its range',
    clauses: ['4.4'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: ['path/export'],
    adaptsTo: [...PAGING, ...READABLE],
    about:
      'Requests the export of a month before all records, and of a single closed day. Fails on a server error, on usage in the empty month, and on rows of other days than the requested one and one neighbor. If the export is not valid CSV, judges only rows with counts.',
    async run(context) {
      const isSound = READABLE.every((id) => context.holds(id));
      const judge = isSound ? noRows : noCountedRows;
      const nothing = await attempt(context.verify((ask) => exportOfNothing(context, ask), judge));
      const isKnown = !isUndecidable(nothing);
      if (isKnown && decided(judge(nothing)).length > 0) return;
      if (!isSound)
        return new Inconclusive(
          'the export as a whole is not valid CSV',
          isKnown ? [nothing.exchange] : [],
          READABLE[0],
        );
      await ofDay(context.verify((ask) => rowsOfDay(context, ask), keepsDayRows));
      return isKnown ? undefined : nothing;
    },
  },
  {
    id: 'usage/export-no-negative-counts',
    title: 'Exported counts are not negative',
    clauses: ['2.8', '4.4'],
    level: 'must',
    restsOn: READABLE,
    about: 'Reads the counts of all rows of closed days. Fails if one is below 0.',
    run: (context) => context.verify((ask) => closedExport(context, ask), exportNotNegative),
  },
  {
    id: 'usage/export-total-is-sum',
    title: 'Total tokens of an exported row equal input plus output tokens',
    clauses: ['2.8', '4.4'],
    level: 'should',
    restsOn: READABLE,
    about: 'Adds up the counts of each row of closed days. Warns if the sum differs.',
    run: (context) => context.verify((ask) => closedExport(context, ask), exportTotalIsSum),
  },
  {
    id: 'usage/export-one-header',
    harm: 'form',
    title: 'The export has one header, in its first row',
    clauses: ['4.4'],
    level: 'should',
    adaptsTo: READABLE,
    about:
      'Reads the export of closed days. Warns if the first row is not a header, or appears again. Judges exports with rows of different length too.',
    run: (context) => context.verify((ask) => headed(context, ask), oneHeader),
  },
  {
    id: 'usage/export-read-alike',
    title: 'A common CSV parser reads the same rows and cells',
    clauses: ['4.4'],
    level: 'should',
    restsOn: READABLE,
    about:
      'Lets papaparse find out how the lines of the export of closed days end. Passes if it finds what the first line ends with. Warns if carriage returns in cells without quotes make it find another line end.',
    run: (context) => context.verify((ask) => closedExport(context, ask), readAlike),
  },
  {
    id: 'usage/export-row-per-record',
    harm: 'form',
    title: 'The export has one row per record',
    clauses: ['4.4'],
    level: 'should',
    comparesHistory: closedHistoryUnchanged,
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Counts the rows of closed days. Warns if the number differs from that of the records. Fewer rows without distinguishing columns may aggregate records: other checks compare their sums.',
    async run(context) {
      await tellsOfClosedDays(context, 'export', RANGE);
      await measuresAgree(context, 'export', ['total_requests']);
      await context.verify((ask) => exportRows(context, ask), rowPerRecord);
    },
  },
  {
    id: 'usage/export-ranges-meet',
    title: 'Exports of two adjacent ranges add up to their union',
    clauses: ['4.4'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: [...PAGING, RANGE],
    about:
      'Splits the closed days at a day with records, preferably at the end of a month. Fails if the rows of the parts are not those of the whole.',
    run: (context) => context.verify((ask) => exportHalves(context, ask), restingOn([RANGE], halvesAddUp)),
  },
  {
    id: 'usage/export-counts',
    title: 'Exported counts match the records',
    clauses: ['4.4', '2.8'],
    level: 'must',
    profile: 'standard',
    comparesHistory: closedHistoryUnchanged,
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Compares the rows of closed days with the records of the same days. Needs one row per record, and the column names of section 2.8. Compares the four counts in any order, each column alone and all together. Fails if a row has counts that no record has.',
    run: (context) => context.verify((ask) => pairs(context, ask), sameCounts),
  },
  ...(
    [
      ['models', ['model', 'model_provider'], 'the models of the records'],
      ['sources', ['source'], 'the sources of the records'],
      ['users', ['email', 'user_id'], 'the users of the records'],
    ] as const
  ).map(
    ([slug, words, expected]): Check => ({
      id: `usage/export-${slug}`,
      title: `Exported ${slug} match the records`,
      clauses: ['4.4', '2.8'],
      level: 'should',
      profile: 'standard',
      comparesHistory: closedHistoryUnchanged,
      restsOn: CONTENTS,
      adaptsTo: [...COMPARED, COUNTS],
      about: `Compares the columns ${words.join(', ')} of closed days with the records that have the same counts. Warns if a row matches no record. If rows aggregate records, warns if the sum of a shared name differs.`,
      run: (context) =>
        context.verify((ask) => contents(context, ask), restingOn([COUNTS], wordsFit(words, expected))),
    }),
  ),
  {
    id: 'usage/export-days',
    title: 'Exported days match the records',
    clauses: ['4.4', '2.8'],
    level: 'should',
    profile: 'standard',
    comparesHistory: closedHistoryUnchanged,
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Compares the dates of rows of closed days with the records that have the same counts. Warns if no such record is within 14 hours.',
    run: (context) => context.verify((ask) => contents(context, ask), sameDays),
  },
  ...openExportPoints([...CONTENTS, RANGE]),
];
