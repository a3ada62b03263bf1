import { type Interview, NotApplicable, Undecided } from '../../check.ts';
import type { Discovered } from '../discovery/discover.ts';
import { MEASURES } from '../measures.ts';
import { reconciliation } from '../reconcile/totals.ts';

/**
 * What was found, with the titles of the export's columns where only their sums on closed days tell what they hold. The
 * rows of these days are too few to tell it. Undefined where nothing more can be learned.
 */
export async function withTitles(t: Interview, found: Discovered): Promise<Discovered | undefined> {
  let rows: Awaited<ReturnType<typeof reconciliation>>['export'];
  try {
    rows = (await reconciliation(t, t)).export;
  } catch (error) {
    if (error instanceof Undecided || error instanceof NotApplicable) return undefined;
    throw error;
  }
  const titles: Record<string, string> = {};
  for (const measure of MEASURES) {
    const title = rows?.table.header?.[rows.columns[measure] ?? -1];
    if (title !== undefined) titles[measure] = title;
  }
  if (Object.keys(titles).length === 0) return undefined;
  return { ...found, names: { ...found.names, columns: { ...titles, ...found.names.columns } } };
}
