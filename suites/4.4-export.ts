import { restingOn } from '../src/judge/resting-on.ts';
import { PAGING } from '../src/usage/closed-history.ts';
import { closedRange } from '../src/usage/closed-range.ts';
import { closedDaysStand } from '../src/usage/days-stand.ts';
import type { Export } from '../src/usage/export.ts';
import {
  exportNotNegative,
  exportsAddUp,
  exportTotalIsSum,
  isCsv,
  noCountedRows,
  noRows,
  oneHeader,
  readAlike,
  rowPerRecord,
} from '../src/usage/judge/export.ts';
import { sameCounts, sameDays, wordsFit } from '../src/usage/judge/export-contents.ts';
import { keepsDayRows } from '../src/usage/judge/single-day.ts';
import { exportsAreCsv } from '../src/usage/judge/sweeps.ts';
import { type Contents, exportContents, oneToOne } from '../src/usage/probes/export-contents.ts';
import {
  closedExport,
  exportHalves,
  exportOfNothing,
  exportRows,
  plainExport,
} from '../src/usage/probes/exports.ts';
import { ofDay, rowsOfDay } from '../src/usage/probes/single-day.ts';
import { measuresAgree, tellsOfClosedDays } from '../src/usage/reconcile/agreeing.ts';
import { TOTALS } from '../src/usage/reconcile/check-ids.ts';
import { owedRows } from '../src/usage/reconcile/totals.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { CheckId } from '../src/vocabulary/check-ids.ts';
import { Inconclusive, orNothing, type Undecidable } from '../src/vocabulary/undecidable.ts';
import { openExportPoints } from './open/export.ts';

const EXPORT_CONTENTS = answerKey<Contents>('usage/export-contents');

const READABLE: readonly CheckId[] = ['usage/export-is-csv'];
const STATS: readonly CheckId[] = ['path/stats'];

const RANGE: CheckId = 'usage/export-range';
const COUNTS: CheckId = 'usage/export-counts';
const CONTENTS: readonly CheckId[] = [...STATS, ...READABLE];
/** How the contents are compared: in the counts in which the endpoints agree. */
const COMPARED: readonly CheckId[] = [...PAGING, ...TOTALS, RANGE];

/** The export, also where some of its rows have more fields than others: of its header a repetition tells, or that none is there. */
async function headed(context: CheckContext, ask: Requester): Promise<Export | Undecidable> {
  const found = await closedExport(context, ask);
  const [csv] = READABLE;
  if (context.holds(csv!)) return found;
  const { ragged, irregular } = found.table;
  const tells = ragged && ragged.row > 2 && irregular.size === 0 && oneHeader(found).length > 0;
  if (tells) return found;
  return new Inconclusive('the export is no CSV as a whole', [found.exchange], csv);
}

/** The rows beside their records, once a round for all checks that look at them. */
async function contents(context: CheckContext, ask: Requester) {
  await tellsOfClosedDays(context, 'export', RANGE);
  return ask.shared(EXPORT_CONTENTS, (own) => exportContents(context, own));
}

const pairs = async (context: CheckContext, ask: Requester) => oneToOne(await contents(context, ask));

/** The export (4.4): CSV, with all records of its range. */
export const checks: readonly Check[] = [
  {
    id: 'usage/export-is-csv',
    title: 'The export is CSV with the same number of fields in every row',
    clauses: ['4.4'],
    level: 'must',
    restsOn: ['path/export'],
    sweeps: [exportsAreCsv],
    about:
      'Asks for the export without dates, and of closed days. Another format, quotes that RFC 4180 does not allow, a row with more or fewer fields fails; delimiter, quoting, line ends, encoding, a sep= line and a row of totals are free.',
    async run(context) {
      await context.verify((ask) => plainExport(context, ask), isCsv);
      // Without history or names the export of closed days says nothing more.
      if (await orNothing(closedRange(context, context)))
        await context.verify((ask) => owedRows(context, ask), isCsv);
    },
  },
  {
    id: 'usage/export-range',
    title: 'The export has no rows outside its range',
    clauses: ['4.4'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: ['path/export'],
    adaptsTo: [...PAGING, ...READABLE],
    about:
      'Asks for the export of a month before all records: a row in it fails, and a server error does; where exports are no sound CSV, only a row that counts something. Asks for that of a single closed day, from that day to itself: rows of other days fail; none may come, and rows of its neighbours.',
    async run(context) {
      const isSound = READABLE.every((id) => context.holds(id));
      const judge = isSound ? noRows : noCountedRows;
      const nothing = await context.verify((ask) => exportOfNothing(context, ask), judge);
      if (judge(nothing).length > 0) return;
      if (!isSound)
        return new Inconclusive('the export is no CSV as a whole', [nothing.exchange], READABLE[0]);
      return ofDay(context.verify((ask) => rowsOfDay(context, ask), keepsDayRows));
    },
  },
  {
    id: 'usage/export-no-negative-counts',
    title: 'No exported row has a negative count',
    clauses: ['2.8', '4.4'],
    level: 'must',
    restsOn: READABLE,
    about: 'Looks at the counts of all rows of closed days. One below 0 fails.',
    run: (context) => context.verify((ask) => closedExport(context, ask), exportNotNegative),
  },
  {
    id: 'usage/export-total-is-sum',
    title: 'Total tokens are input and output tokens together in every exported row',
    clauses: ['2.8', '4.4'],
    level: 'should',
    restsOn: READABLE,
    about: 'Adds up the counts of each row of closed days. Another total warns.',
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
      'Looks at the first row of the export of closed days, and for the same row further down. No header, or two, warn; also beside rows of different lengths.',
    run: (context) => context.verify((ask) => headed(context, ask), oneHeader),
  },
  {
    id: 'usage/export-read-alike',
    title: 'A common reader of CSV sees the same rows and cells',
    clauses: ['4.4'],
    level: 'should',
    restsOn: READABLE,
    about:
      'The export of closed days is also read by papaparse, which is told the encoding and the delimiter. The same rows and cells pass, whichever of LF and CRLF ends each line; other rows or cells than those of our own reader warn.',
    run: (context) => context.verify((ask) => closedExport(context, ask), readAlike),
  },
  {
    id: 'usage/export-row-per-record',
    harm: 'form',
    title: 'The export has one row for each record',
    clauses: ['4.4'],
    level: 'should',
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Counts the rows of closed days. Another number than that of the records warns. Fewer rows that show nothing by which records are told apart add them up, which is left open: their sums are compared.',
    async run(context) {
      await tellsOfClosedDays(context, 'export', RANGE);
      await measuresAgree(context, 'export', ['total_requests']);
      await context.verify((ask) => exportRows(context, ask), rowPerRecord);
    },
  },
  {
    id: 'usage/export-ranges-meet',
    title: 'Exports of two ranges that meet add up to that of their union',
    clauses: ['4.4'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: [...PAGING, RANGE],
    about:
      'Cuts closed days in two at a day with records, the end of a month where there is one. The rows of the parts must be those of the whole, whether its dates belong to a range or not.',
    run: (context) => context.verify((ask) => exportHalves(context, ask), restingOn([RANGE], exportsAddUp)),
  },
  {
    id: 'usage/export-counts',
    title: 'The counts of the exported rows are those of the records',
    clauses: ['4.4', '2.8'],
    level: 'must',
    profile: 'standard',
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Compares the rows of closed days with the records of the same days, where there is one row for each record and columns are named as 2.8 names them: the four counts, each column by itself and all together, in any order. A row with counts that no record has fails.',
    run: (context) => context.verify((ask) => pairs(context, ask), sameCounts),
  },
  ...(
    [
      ['models', ['model', 'model_provider'], 'the models of the records in their rows'],
      ['sources', ['source'], 'the sources of the records in their rows'],
      ['users', ['email', 'user_id'], 'the users of the records in their rows'],
    ] as const
  ).map(
    ([slug, words, expected]): Check => ({
      id: `usage/export-${slug}`,
      title: `The ${slug} of the exported rows are those of the records`,
      clauses: ['4.4', '2.8'],
      level: 'should',
      profile: 'standard',
      restsOn: CONTENTS,
      adaptsTo: [...COMPARED, COUNTS],
      about: `Compares what stands beside the counts in the rows of closed days (${words.join(', ')}) with the records that have the same counts. A row that no record fits warns; where rows add up records, so does another sum for one of the names that both show.`,
      run: (context) =>
        context.verify((ask) => contents(context, ask), restingOn([COUNTS], wordsFit(words, expected))),
    }),
  ),
  {
    id: 'usage/export-days',
    title: 'The days of the exported rows are those of the records',
    clauses: ['4.4', '2.8'],
    level: 'should',
    profile: 'standard',
    restsOn: CONTENTS,
    adaptsTo: COMPARED,
    about:
      'Compares the dates of the rows of closed days with those of the records that have the same counts. A row of which no record lies within 14 hours warns.',
    run: (context) => context.verify((ask) => contents(context, ask), sameDays),
  },
  ...openExportPoints([...CONTENTS, RANGE]),
];
