import type { Aggregate } from '../aggregate.ts';
import { knownTotals, MEASURES, type Measure, type Totals } from '../measures.ts';
import type { Columns } from './columns.ts';
import type { Table } from './table.ts';

/** The total of an export in a measure; undefined if no column is known to contain it. No rows add up to 0. */
function exportTotal(table: Table, columns: Columns, measure: Measure): bigint | undefined {
  if (table.records === 0) return 0n;
  const column = columns[measure];
  if (column === undefined) return undefined;
  return table.columns[measure] === column ? table.all.totals[measure] : table.sums.get(column)?.value;
}

/** The totals of an export in these measures, as far as columns are known to contain them. */
export const exportTotals = (
  table: Table,
  columns: Columns,
  measures?: readonly Measure[],
): Partial<Totals> => knownTotals((measure) => exportTotal(table, columns, measure), measures);

/** Whether an export has no unidentified column that could contain a missing measure: 4.4 names no columns. */
export function showsNoMore({ table, columns }: { table: Table; columns: Columns }): boolean {
  const taken = new Set(Object.values(columns));
  return table.header !== undefined && table.records > 0 && [...table.sums.keys()].every((c) => taken.has(c));
}

/**
 * The columns by title, and by value if titles do not identify them: the only column with the sum of the records,
 * in `measures` that they show.
 */
export function columnsOf(
  table: Table,
  readings: readonly Aggregate[],
  measures: readonly Measure[] = MEASURES,
): Columns {
  const columns = { ...table.columns };
  for (const measure of measures) {
    if (columns[measure] !== undefined) continue;
    const taken = new Set(Object.values(columns));
    const fitting = [...table.sums].filter(
      ([column, sum]) =>
        !taken.has(column) && readings.some((aggregate) => aggregate.all.totals[measure] === sum.value),
    );
    if (fitting.length === 1) columns[measure] = fitting[0]![0];
  }
  return columns;
}
