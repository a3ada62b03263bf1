import { PAGING } from '../../src/usage/history/closed-history.ts';
import { isDated } from '../../src/usage/history/closed-range.ts';
import { closedExport, dialectPoints, numberShapes } from '../../src/usage/probes/exports.ts';
import { oddRanges } from '../../src/usage/probes/odd-ranges.ts';
import { reconciliation } from '../../src/usage/reconcile/totals.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';

/** Open points of the export (4.4); `contents` must hold if its rows are compared with records. */
export const openExportPoints = (contents: readonly CheckId[]): readonly Check[] => [
  {
    id: 'usage/export-one-sided-ranges',
    title: 'Export rows of one-sided and reversed ranges',
    clauses: ['4.4'],
    level: 'open',
    profile: 'exhaustive',
    restsOn: [...contents, 'usage/export-without-dates'],
    adaptsTo: PAGING,
    about:
      'Requests the export with one date only, and with swapped dates. Records the number of rows compared with both dates.',
    async run(context) {
      for (const { key, value, exchange } of await oddRanges(context)) context.observe(key, value, exchange);
    },
  },
  {
    id: 'usage/export-dialect',
    harm: 'form',
    title: 'CSV dialect of the export',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    adaptsTo: PAGING,
    about:
      'Records content type, file name, encoding, delimiter, quoting, line ends, row of totals and columns.',
    async run(context) {
      const { exchange } = await closedExport(context, context);
      for (const [key, value] of await dialectPoints(context)) context.observe(key, value, exchange);
      const found = await context.usageNames();
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
    title: 'Number format of exported counts',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    adaptsTo: PAGING,
    about:
      'Reads the counts in the export of closed days. Records thousands separators, fractions, exponents and symbols, which CSV parsers may misread.',
    async run(context) {
      const { value, exchange } = await numberShapes(context);
      context.observe('usage-export-number-shapes', value, exchange);
    },
  },
  {
    id: 'usage/export-formula-cells',
    title: 'Exported cells that start a spreadsheet formula',
    clauses: ['4.4'],
    level: 'open',
    restsOn: ['usage/export-is-csv'],
    about:
      'Reads all cells. Records the first one that begins with =, +, @, a tab or a carriage return, which spreadsheets execute.',
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
