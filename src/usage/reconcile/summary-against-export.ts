import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { permittedSums } from '../history/closed-history.ts';
import { exportedHistory } from '../history/compared-history.ts';
import { summaryOfDays } from '../history/summaries.ts';
import type { Measure } from '../measures.ts';
import { shownTotals } from '../summary.ts';
import { STATS_SCHEMA } from '../walk/page.ts';
import type { Reconciliation } from './totals.ts';

/**
 * The checks of records that cannot be added up, or are outside their range: summary and export are not the cause.
 */
const OF_RECORDS: readonly (CheckId | undefined)[] = [STATS_SCHEMA, 'usage/stats-range'];

/** Whether the records alone make a comparison inconclusive. */
export const isBecauseOfRecords = (error: unknown): error is Inconclusive =>
  error instanceof Inconclusive && OF_RECORDS.includes(error.blockedBy);

/**
 * The summary of closed days and the rows of the export, for one measure. `otherwise` if these do not show it, or
 * their days.
 */
export async function summaryAgainstExport(
  context: CheckContext,
  ask: Requester,
  measure: Measure,
  otherwise: Inconclusive,
): Promise<Reconciliation | Inconclusive> {
  const closed = await orUndefined(exportedHistory(context, ask, true));
  const summary = closed && (await orUndefined(summaryOfDays(closed, ask)));
  if (!summary) return otherwise;
  const totals = shownTotals(summary);
  if (closed.history.misfits.has(measure) || totals[measure] === undefined) return otherwise;
  return {
    closed,
    readings: permittedSums(closed),
    parties: [{ name: 'summary', exchange: summary.exchange, totals, where: {} }],
    leftOut: [],
    against: 'export',
    export: undefined,
  };
}
