import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import {
  attempt,
  decided,
  isUndecidable,
  NotApplicable,
  orUndefined,
  type Undecidable,
} from '../../vocabulary/undecidable.ts';
import { notCsv, readExport, sendExport } from '../csv/export.ts';
import { queried, STATS, SUMMARY } from '../endpoints.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { comparedHistory } from '../history/compared-history.ts';
import { meetingDay, middleOf } from '../history/ranges.ts';
import { closedSummary } from '../history/summaries.ts';
import type { SingleDay, SingleDayRows, SingleDaySums } from '../judge/single-day.ts';
import { shownTotals } from '../summary.ts';
import { readableMeasures } from '../walk/usable-records.ts';

/** A closed day with records well inside the known range, and its query. */
function aDay(whole: ClosedHistory) {
  const day = meetingDay(whole, middleOf(whole));
  return { day, range: { start: day, end: day }, history: whole.history, names: whole.found.names };
}

/** The records of a single day. */
export async function recordsOfDay(context: CheckContext, ask: Requester): Promise<SingleDay> {
  const { day, range, history, names } = aDay(await closedHistory(context, ask));
  const exchange = await ask.send(queried(STATS, names, range, 'records of a single day'));
  return { exchange, day, history };
}

/** The sums of a single day. */
export async function sumsOfDay(context: CheckContext, ask: Requester): Promise<SingleDaySums> {
  const { day, range, history, names } = aDay(await comparedHistory(context, ask));
  const exchange = await ask.send(queried(SUMMARY, names, range, 'the sums of a single day'));
  const measures = readableMeasures(history);
  const whole = await orUndefined(closedSummary(context, ask));
  const requests = whole && shownTotals(whole.summary).total_requests;
  const countsRequests =
    measures.includes('total_requests') &&
    (whole?.readings.some(({ all }) => all.totals.total_requests === requests) ?? false);
  return { exchange, day, history, measures, countsRequests };
}

/** The rows of a single day. */
export async function rowsOfDay(context: CheckContext, ask: Requester): Promise<SingleDayRows | Undecidable> {
  const records = await attempt(closedHistory(context, ask));
  // Other checks report why the records for the comparison are unavailable.
  if (isUndecidable(records)) return new NotApplicable(records.message);
  const { day, range, history, names } = aDay(records);
  const exchange = await sendExport(ask, names, range, 'the rows of a single day');
  const table = notCsv(exchange) ? undefined : await readExport(exchange, names);
  return { exchange, day, history, table, measures: readableMeasures(history) };
}

/** Skips the requests for a single day if there is none: the rest of a check is independent of it. */
export async function ofDay(verification: Promise<unknown>): Promise<void> {
  const result = await attempt(verification);
  if (!(result instanceof NotApplicable)) decided(result);
}
