import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import {
  attempt,
  Inconclusive,
  isUndecidable,
  orUndefined,
  type Undecidable,
} from '../../vocabulary/undecidable.ts';
import type { UsageLines } from '../../vocabulary/usage-days.ts';
import type { Aggregate } from '../aggregate.ts';
import type { Columns } from '../csv/columns.ts';
import { columnsOf, exportTotals } from '../csv/columns-by-value.ts';
import { addable, askExport, type Export } from '../csv/export.ts';
import { type ClosedHistory, permittedSums } from '../history/closed-history.ts';
import { type ClosedRange, showsRecords } from '../history/closed-range.ts';
import { comparedHistory, exportedHistory } from '../history/compared-history.ts';
import { closedSummary, summaryOfDays } from '../history/summaries.ts';
import { knownTotals, MEASURES, type Measure, type Totals } from '../measures.ts';
import { orBlockedBy } from '../required-answer.ts';
import { shownTotals } from '../summary.ts';
import { STATS_SCHEMA } from '../walk/page.ts';
import { readableMeasures } from '../walk/usable-records.ts';
import { walk } from '../walk/walk.ts';
import { keepsRange } from './keeps-range.ts';
import { locateInExport } from './locate-export.ts';
import { locateInSummary } from './locate-summary.ts';
import { usageDaysOf } from './usage-days.ts';

const TOTALS = answerKey<Reconciliation>('usage/totals');
const closedRowsKey = (start: string, end: string) => answerKey<Export>(`usage/closed-rows ${start} ${end}`);

/** One of the two totals that are compared with the records. */
export interface Party {
  name: 'summary' | 'export';
  exchange: Exchange;
  /** Its totals; a measure is absent if an export has no column for it. */
  totals: Partial<Totals>;
  /** The smallest part in which it differs, for each differing measure. */
  where: Partial<Record<Measure, string>>;
  /** The lines around the first difference. */
  lines?: UsageLines;
}

/** The three totals of closed days. */
export interface Reconciliation {
  closed: ClosedHistory;
  readings: readonly Aggregate[];
  parties: Party[];
  /** Parties that could not be compared with the records, and the check that says why. */
  leftOut: { name: Party['name']; why: string; blockedBy: CheckId | undefined }[];
  /** The reference: the rows of the export if the stats are empty. */
  against: 'stats' | 'export';
  export: (Export & { columns: Columns }) | undefined;
}

/** Requests the same closed days from all three endpoints, once per round. */
export async function reconciliation(context: CheckContext, ask: Requester): Promise<Reconciliation> {
  const whole = await comparedHistory(context, ask);
  const against = showsRecords(whole.found) ? 'stats' : 'export';
  const summary = await attempt(closedSummary(context, ask).then((beside) => beside.summary));
  return ask.shared(TOTALS, async (asking) => {
    const all = permittedSums(whole);
    const measures = readableMeasures(whole.history);
    const result: Reconciliation = {
      closed: whole,
      readings: all,
      parties: [],
      leftOut: [],
      against,
      export: undefined,
    };
    if (isUndecidable(summary)) leave(result, 'summary', summary);
    else {
      const { exchange } = summary;
      const all = shownTotals(summary);
      const totals = knownTotals((m) => all[m], measures);
      const party = { name: 'summary', exchange, totals, where: {} } as const;
      if (against === 'export') result.parties.push(party);
      else await admit(asking, result, party);
    }
    if (against === 'export') return result;
    const rows = await attempt(soundRows(whole, ask));
    if (isUndecidable(rows)) leave(result, 'export', rows);
    else {
      const { table, exchange, columns } = rows;
      result.export = rows;
      const totals = exportTotals(table, columns, measures);
      await admit(asking, result, { name: 'export', exchange, totals, where: {} });
    }
    const told = measures.includes('total_requests') && measures.includes('total_tokens');
    if (ask.round === 1 && told) context.comparedDays(usageDaysOf(result));
    return result;
  });
}

/** The export of some days, requested once per round; another check judges a server error of their range. */
export function rowsOf(days: Pick<ClosedRange, 'found' | 'range'>, ask: Requester): Promise<Export> {
  return owedRows(days, ask).catch(orBlockedBy('usage/export-is-csv'));
}

/** The same for the check that judges it. */
export function owedRows(
  { found, range }: Pick<ClosedRange, 'found' | 'range'>,
  ask: Requester,
): Promise<Export> {
  return ask.shared(closedRowsKey(range.start, range.end), (a) =>
    askExport(a, found.names, range, 'the rows of closed days', 'no-error'),
  );
}

/** The export of the days of the compared records, with its columns, if its rows can be added up. */
export async function soundRows(
  closed: ClosedHistory,
  ask: Requester,
): Promise<Export & { columns: Columns }> {
  const rows = addable(await rowsOf(closed, ask));
  const measures = readableMeasures(closed.history);
  return { ...rows, columns: columnsOf(rows.table, permittedSums(closed), measures) };
}

/** Adds a party, unless it ignores its range; finds the place of a difference. */
async function admit(ask: Requester, result: Reconciliation, party: Party): Promise<void> {
  const { closed: whole } = result;
  const differing = MEASURES.filter((m) => differs(result.readings, party, m));
  if (differing.length > 0) {
    const ignored = await attempt(keepsRange(ask, whole, party.name));
    if (isUndecidable(ignored)) return leave(result, party.name, ignored);
    await stillTheSame(ask, whole);
    const located = await attempt<Pick<Party, 'where'>>(
      party.name === 'summary'
        ? locateInSummary(ask, whole, differing)
        : locateInExport(ask, whole, result.export!, differing),
    );
    if (!isUndecidable(located)) Object.assign(party, located);
  }
  result.parties.push(party);
}

/** Whether a party's total is impossible in any honest reading of the records. */
export function differs(all: readonly Aggregate[], party: Party, measure: Measure): boolean {
  const total = party.totals[measure];
  return total !== undefined && !all.some((aggregate) => aggregate.all.totals[measure] === total);
}

/** Totals that changed during the comparison are not comparable. */
async function stillTheSame(ask: Requester, whole: ClosedHistory): Promise<void> {
  const again = await walk(ask, whole.paging, whole.range, 'the same records again');
  if (!again.all.sameRecords(whole.history.all)) {
    throw new Inconclusive('the records of closed days changed during the comparison', again.pages);
  }
}

function leave(result: Reconciliation, name: Party['name'], reason: Undecidable): void {
  const blockedBy = reason instanceof Inconclusive ? reason.blockedBy : undefined;
  result.leftOut.push({ name, why: reason.message, blockedBy });
}

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
  const closed = await orUndefined(exportedHistory(context, ask));
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
