import type { CheckContext } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { showsNoMore } from '../csv/columns-by-value.ts';
import { walkedHistory } from '../history/closed-history.ts';
import { MEASURES } from '../measures.ts';
import { type Reconciliation, soundRows } from '../reconcile/totals.ts';

/**
 * The discovered names, with the titles (or numbers) of the export's columns that only their sums on closed days
 * identify. The rows of recent days are too few for that. Undefined if nothing more can be learned.
 */
export async function withTitles(context: CheckContext, found: Discovered): Promise<Discovered | undefined> {
  const rows = await closedExport(context);
  const titles: Record<string, string> = {};
  for (const measure of MEASURES) {
    const column = rows?.columns[measure];
    if (!rows || column === undefined) continue;
    const title = rows.table.header ? rows.table.header[column] : String(column + 1);
    if (title !== undefined) titles[measure] = title;
  }
  if (Object.keys(titles).length === 0) return undefined;
  return { ...found, names: { ...found.names, columns: { ...titles, ...found.names.columns } } };
}

/** Whether the export has no column for the missing measures: they cannot be followed. */
export async function lacksColumns(context: CheckContext): Promise<boolean> {
  const rows = await closedExport(context);
  return rows !== undefined && showsNoMore(rows);
}

/** Requested before paging is known to work: if it is broken no sum fits, and no column is identified. */
async function closedExport(context: CheckContext): Promise<Reconciliation['export']> {
  const walked = await orUndefined(walkedHistory(context, context));
  return walked && orUndefined(soundRows(walked, context));
}
