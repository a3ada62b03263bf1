import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import {
  attempt,
  decided,
  Inconclusive,
  isUndecidable,
  NotApplicable,
} from '../../vocabulary/undecidable.ts';
import { DAY, type Day, type DayRange, daysAfter, daysIn, EVER, nearEdge, startOf } from '../days.ts';
import { MEASURES } from '../measures.ts';
import { type RawRecord, STATS_ARRAY } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { fitting } from '../walk/usable-records.ts';
import { type ClosedHistory, closedHistory } from './closed-history.ts';
import { closedDays, showsRecords } from './closed-range.ts';
import { within } from './edges.ts';
import { type Entry, type ExportedRows, exportedRows } from './exported-rows.ts';

const EXPORTED_HISTORY = answerKey<Inconclusive | ClosedHistory>('usage/exported-history');
const EXPORTED_ROWS = answerKey<ExportedRows>('usage/exported-rows');

/** Days at either end of the rows that are not compared: they may contain rows beyond its edges. */
const MARGIN = 6;
/** Days that are compared, at least. */
const LEAST = 30;

/**
 * The reference for the summary of closed days: the records, or the rows of the export if the stats are empty (4.4:
 * all daily statistics). For checks that adapt to `PAGING`.
 */
export async function comparedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const found = await context.usageNames();
  if (showsRecords(found)) return closedHistory(context, ask);
  return exportedHistory(context, ask);
}

/** The rows of the export of closed days as a history, without days at either end. */
export async function exportedHistory(context: CheckContext, ask: Requester): Promise<ClosedHistory> {
  const found = await context.usageNames();
  const blockedBy = found.base.response?.status === 200 ? STATS_ARRAY : 'path/stats';
  const without = (why: string) => new Inconclusive(`without records: ${why}`, [], blockedBy);
  const { range: wide } = await closedDays(context, ask);
  if (daysIn(wide.start, wide.end) < LEAST + 2 * MARGIN) throw without('too few days to compare');
  return ask
    .shared(EXPORTED_HISTORY, async (own) => {
      const shown = await attempt(
        own.shared(EXPORTED_ROWS, (one) => exportedRows(context, one, found.names, wide)),
      );
      if (isUndecidable(shown)) return without(shown.message);
      // No records exist before all records.
      const start = wide.start === EVER ? EVER : daysAfter(wide.start, MARGIN);
      const range = { start, end: daysAfter(wide.end, -MARGIN) };
      return historyOf(found, shown, range) ?? without('the export rows have no readable days and counts');
    })
    .then(decided);
}

/** Rejects if these members are unreadable in the reference of the summary. */
export async function comparedMembersFit(context: CheckContext, members: readonly string[]): Promise<void> {
  const { found, history } = await comparedHistory(context, context);
  if (showsRecords(found)) return void fitting(history, members);
  const lacking = members.find((member) => history.misfits.has(member));
  if (lacking !== undefined)
    throw new NotApplicable(`the stats have no records, and the export has no column ${lacking}`);
}

/** The rows as a history of a range; undefined if they do not show their days and two of the four counts. */
export function historyOf(
  found: Discovered,
  { exchange, shown, rows, unread }: ExportedRows,
  range: DayRange,
): ClosedHistory | undefined {
  const measures = MEASURES.filter((measure) => shown.includes(measure));
  const isDated = (entry: Entry): entry is Entry & { instant: number } => entry.instant !== undefined;
  if (unread || measures.length < 2 || !rows.every(isDated)) return undefined;
  const isCompared = ({ instant }: { instant: number }) =>
    (instant > startOf(range.start) && instant < startOf(range.end) + DAY) ||
    nearEdge(instant, range.start) ||
    nearEdge(instant, range.end);
  const records = rows.filter(isCompared).map(recordOf);
  if (records.length === 0) return undefined;
  const history = snapshotOf([{ exchange, records }], false);
  const edge = (day: Day) => within(history.byInstant, day);
  return {
    found,
    paging: { names: found.names, size: undefined, stableIds: false },
    range,
    first: { exchange, records },
    history,
    edges: { start: edge(range.start), end: edge(range.end) },
  };
}

/** A row as the record that it represents. */
function recordOf({ counts, words, instant }: Entry & { instant: number }): RawRecord {
  return { ...words, ...counts, date: new Date(instant).toISOString() };
}
