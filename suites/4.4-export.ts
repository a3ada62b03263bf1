import { type Check, NotApplicable, Undecided } from '../src/check.ts';
import {
  exportNotNegative,
  exportsAddUp,
  exportTotalIsSum,
  isCsv,
  noRows,
  oneHeader,
  plainNumbers,
  rowPerRecord,
} from '../src/judge/usage/export.ts';
import { usageNames } from '../src/usage/discovery/discover.ts';
import { ground, isDated } from '../src/usage/ground.ts';
import {
  closedExport,
  dialectPoints,
  exportHalves,
  exportOfNothing,
  exportRows,
  plainExport,
} from '../src/usage/probes/exports.ts';
import { owedRows, reconciliation } from '../src/usage/reconcile/totals.ts';

const READABLE = ['usage/export-is-csv'];
const STATS = ['usage/stats-is-array', 'usage/stats-record-schema', 'usage/stats-pages-tile'];

/** The export (4.4): CSV, with all records of its range. */
export const checks: readonly Check[] = [
  {
    id: 'usage/export-is-csv',
    title: 'The export is CSV with the same number of fields in every row',
    clauses: ['4.4'],
    level: 'must',
    about:
      'Asks for the export without dates, and of closed days. Another format, quotes that RFC 4180 does not allow, a row with more or fewer fields fails; delimiter, quoting, line ends, encoding, a sep= line and a row of totals are free.',
    async run(t) {
      await t.verify((ask) => plainExport(t, ask), isCsv);
      try {
        await ground(t, t);
      } catch (error) {
        // Without history or names the export of closed days says nothing more.
        if (error instanceof Undecided || error instanceof NotApplicable) return;
        throw error;
      }
      await t.verify((ask) => owedRows(t, ask), isCsv);
    },
  },
  {
    id: 'usage/export-range',
    title: 'The export has no rows outside its range',
    clauses: ['4.4'],
    level: 'must',
    needs: [...STATS, ...READABLE],
    about: 'Asks for the export of a month before all records. A row in it fails, and a server error does.',
    run: async (t) => void (await t.verify((ask) => exportOfNothing(t, ask), noRows)),
  },
  {
    id: 'usage/export-no-negative-counts',
    title: 'No exported row has a negative count',
    clauses: ['2.8', '4.4'],
    level: 'must',
    needs: READABLE,
    about: 'Looks at the counts of all rows of closed days. One below 0 fails.',
    run: async (t) => void (await t.verify((ask) => closedExport(t, ask), exportNotNegative)),
  },
  {
    id: 'usage/export-total-is-sum',
    title: 'Total tokens are input and output tokens together in every exported row',
    clauses: ['2.8', '4.4'],
    level: 'should',
    needs: READABLE,
    about: 'Adds up the counts of each row of closed days. Another total warns.',
    run: async (t) => void (await t.verify((ask) => closedExport(t, ask), exportTotalIsSum)),
  },
  {
    id: 'usage/export-one-header',
    title: 'The export has one header, in its first row',
    clauses: ['4.4'],
    level: 'should',
    needs: READABLE,
    about:
      'Looks at the first row of the export of closed days, and for the same row further down. No header, or two, warn.',
    run: async (t) => void (await t.verify((ask) => closedExport(t, ask), oneHeader)),
  },
  {
    id: 'usage/export-plain-numbers',
    title: 'Counts are written in digits only',
    clauses: ['2.8', '4.4'],
    level: 'should',
    needs: READABLE,
    about:
      'Looks at the counts in the export of closed days. Separators of thousands, fractions, exponents and marks around a number warn: readers take them for different numbers, or for text.',
    run: async (t) => void (await t.verify((ask) => closedExport(t, ask), plainNumbers)),
  },
  {
    id: 'usage/export-row-per-record',
    title: 'The export has one row for each record',
    clauses: ['4.4'],
    level: 'should',
    needs: [...STATS, ...READABLE, 'usage/export-range', 'usage/totals-requests'],
    about: 'Counts the rows of closed days. Another number than that of the records warns.',
    run: async (t) => void (await t.verify((ask) => exportRows(t, ask), rowPerRecord)),
  },
  {
    id: 'usage/export-ranges-meet',
    title: 'Exports of two ranges that meet add up to that of their union',
    clauses: ['4.4'],
    level: 'must',
    needs: [...STATS, ...READABLE, 'usage/export-range'],
    about:
      'Cuts closed days in two at a day with records. The rows of the parts must be those of the whole, whether the end date belongs to a range or not.',
    run: async (t) => void (await t.verify((ask) => exportHalves(t, ask), exportsAddUp)),
  },
  {
    id: 'usage/export-dialect',
    title: 'How the export is written',
    clauses: ['4.4'],
    level: 'open',
    needs: READABLE,
    about:
      'Records content type, file name, encoding, delimiter, quoting, line ends, row of totals, columns and the shape of numbers.',
    async run(t) {
      const { exchange } = await closedExport(t, t);
      for (const [key, value] of await dialectPoints(t)) t.observe(key, value, exchange);
      const found = await usageNames(t);
      if (!isDated(found)) return;
      const { export: rows } = await reconciliation(t, t);
      if (!rows?.table.header) return;
      const columns = Object.entries(rows.columns).map(([meaning, index]) => [
        meaning,
        rows.table.header![index]!,
      ]);
      t.discovered({ ...found.names, columns: Object.fromEntries(columns) });
    },
  },
  {
    id: 'usage/export-formula-cells',
    title: 'Whether cells begin as a spreadsheet formula does',
    clauses: ['4.4'],
    level: 'open',
    needs: READABLE,
    about:
      'Looks for cells that begin with =, +, @, a tab or a carriage return, which spreadsheets run, and records the first one.',
    async run(t) {
      const { exchange, table } = await closedExport(t, t);
      t.observe('usage.export.formula-cells', table.formula ? `row ${table.formula.row}` : 'none', exchange);
    },
  },
];
