import { type CheckContext, Inconclusive, NotApplicable, type Requester } from '../../vocabulary/check.ts';
import { closedHistory, readableMeasures } from '../closed-history.ts';
import { STATS, SUMMARY, usagePath, usageRequest } from '../endpoints.ts';
import { notCsv, readExport, sendExport } from '../export.ts';
import type { SingleDay, SingleDayRows, SingleDaySums } from '../judge/single-day.ts';
import { meetingDay, middleOf } from './ranges.ts';

/** A closed day with records well inside what is known, as the question for it. */
async function aDay(context: CheckContext, ask: Requester) {
  const whole = await closedHistory(context, ask);
  const day = meetingDay(whole, middleOf(whole));
  return { day, range: { start: day, end: day }, history: whole.history, names: whole.found.names };
}

/** The records from a day to itself. */
export async function recordsOfDay(context: CheckContext, ask: Requester): Promise<SingleDay> {
  const { day, range, history, names } = await aDay(context, ask);
  const exchange = await ask.send(usageRequest(usagePath(STATS, names, range), 'records of a single day'));
  return { exchange, day, history };
}

/** The sums from a day to itself. */
export async function sumsOfDay(context: CheckContext, ask: Requester): Promise<SingleDaySums> {
  const { day, range, history, names } = await aDay(context, ask);
  const exchange = await ask.send(usageRequest(usagePath(SUMMARY, names, range), 'the sums of a single day'));
  return { exchange, day, history, measures: readableMeasures(history) };
}

/** The rows from a day to itself; undefined where the records beside them can't be had, as other checks tell. */
export async function rowsOfDay(context: CheckContext, ask: Requester): Promise<SingleDayRows | undefined> {
  try {
    const { day, range, history, names } = await aDay(context, ask);
    const exchange = await sendExport(ask, names, range, 'the rows of a single day');
    const table = notCsv(exchange) ? undefined : await readExport(exchange, names);
    return { exchange, day, history, table };
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof NotApplicable) return undefined;
    throw error;
  }
}
