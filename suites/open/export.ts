import { PAGING } from '../../src/usage/closed-history.ts';
import { isDated } from '../../src/usage/closed-range.ts';
import { usageNames } from '../../src/usage/discovery/discover.ts';
import { closedExport, dialectPoints, numberShapes } from '../../src/usage/probes/exports.ts';
import { oddRanges } from '../../src/usage/probes/odd-ranges.ts';
import { reconciliation } from '../../src/usage/reconcile/totals.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';

/** What is open of the export (4.4); `contents` has to hold where its rows are held against records. */
export const openExportPoints = (contents: readonly CheckId[]): readonly Check[] => [
  {
    id: 'usage/export-one-sided-ranges',
    title: 'Which rows come for a start or an end alone, and for a reversed range',
    clauses: ['4.4'],
    level: 'open',
    profile: 'standard',
    restsOn: [...contents, 'usage/export-without-dates'],
    adaptsTo: PAGING,
    about:
      'Asks for the rows with one date only, and with the dates exchanged, and records how many came beside those of both dates.',
    async run(context) {
      for (const { key, value, exchange } of await oddRanges(context)) context.observe(key, value, exchange);
    },
  },
  {
    id: 'usage/export-dialect',
    harm: 'form',
    title: 'How the export is written',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    adaptsTo: PAGING,
    about:
      'Records content type, file name, encoding, delimiter, quoting, line ends, row of totals and columns.',
    async run(context) {
      const { exchange } = await closedExport(context, context);
      for (const [key, value] of await dialectPoints(context)) context.observe(key, value, exchange);
      const found = await usageNames(context);
      if (!isDated(found)) return;
      const { export: rows } = await reconciliation(context, context);
      if (!rows?.table.header) return;
      const columns = Object.entries(rows.columns).map(([meaning, index]) => [
        meaning,
        rows.table.header![index]!,
      ]);
      const { demanded: _, ...names } = found.names;
      context.discovered({ ...names, columns: Object.fromEntries(columns) });
    },
  },
  {
    id: 'usage/export-plain-numbers',
    harm: 'form',
    title: 'Whether counts are written in digits only',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    adaptsTo: PAGING,
    about:
      'Looks at the counts in the export of closed days, and records separators of thousands, fractions, exponents and marks around a number, which readers may take for other numbers, or for text.',
    async run(context) {
      const { value, exchange } = await numberShapes(context);
      context.observe('usage-export-number-shapes', value, exchange);
    },
  },
  {
    id: 'usage/export-formula-cells',
    title: 'Whether cells begin as a spreadsheet formula does',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    about:
      'Looks for cells that begin with =, +, @, a tab or a carriage return, which spreadsheets run, and records the first one.',
    async run(context) {
      const { exchange, table } = await closedExport(context, context);
      context.observe(
        'usage-export-formula-cells',
        table.formula ? `row ${table.formula.row}` : 'none',
        exchange,
      );
    },
  },
];
