import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { RequestSpec } from '../../vocabulary/exchange.ts';
import {
  Inconclusive,
  isUndecidable,
  NotApplicable,
  type Undecidable,
} from '../../vocabulary/undecidable.ts';
import type { Aggregate } from '../aggregate.ts';
import { columnsOf, exportTotals } from '../csv/columns-by-value.ts';
import { addable, askExport, type Export, notCsv, readExport, sendExport } from '../csv/export.ts';
import { daysAfter } from '../days.ts';
import { EXPORT, type Query } from '../endpoints.ts';
import { type ClosedHistory, closedHistory, permittedSums } from '../history/closed-history.ts';
import { type Edges, edgesOf } from '../history/edges.ts';
import { answeringPath } from '../history/plain-requests.ts';
import { MANY, middlePart } from '../history/ranges.ts';
import type { MaybeCsv } from '../judge/export.ts';
import type { ForeignRows } from '../judge/foreign-rows.ts';
import type { Foreign, TwoOrganizations, UndatedRows } from '../judge/isolation.ts';
import { knownTotals, totalsCheck } from '../measures.ts';
import { agreeingMeasures } from '../reconcile/agreeing.ts';
import { rowsOf } from '../reconcile/totals.ts';
import { askSummary, type Summary, shownTotals } from '../summary.ts';
import { readableMeasures } from '../walk/usable-records.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { walk } from '../walk/walk.ts';
import { plainExport } from './exports.ts';

const RECORDS = answerKey<UsageSnapshot>('isolation/records');
const EDGES = answerKey<Edges>('isolation/edges');
const OUR_SUMS = answerKey<Summary>('isolation/our-sums');
const SUMS = answerKey<Summary>('isolation/sums');
const ROWS = answerKey<Export>('isolation/rows');

/** The same requests with another organization's key. */
export function withOtherKey(ask: Requester): Requester {
  const other = (spec: RequestSpec): RequestSpec => ({ ...spec, credential: 'other-organization' });
  return { ...ask, send: (spec) => ask.send(other(spec)), sendOnce: (spec) => ask.sendOnce(other(spec)) };
}

/** Closed days as seen by both organizations. */
export async function othersRecords(context: CheckContext, ask: Requester): Promise<TwoOrganizations> {
  const whole = await closedHistory(context, ask);
  const theirs = await others(ask, whole);
  const base = { own: whole.history, others: theirs };
  if (!theirs.all.sameRecords(whole.history.all)) return base;
  const { range, paging } = whole;
  // Our records may come from a cache that ignores the key: no request had this range before.
  const wider = { ...range, start: daysAfter(range.start, -1) };
  const fresh = await walk(
    withOtherKey(ask),
    paging,
    wider,
    "the other organization's records of one more day",
  );
  // Two organizations may differ in their summaries even if the stats confuse them.
  const [own, theirSums] = [await ourSums(ask, whole), await othersSums(ask, whole)];
  return { ...base, ifSame: { fresh, sums: { own: shownTotals(own), theirs: shownTotals(theirSums) } } };
}

export async function others(ask: Requester, whole: ClosedHistory) {
  const ledger = await ask.shared(RECORDS, (a) =>
    walk(withOtherKey(a), whole.paging, whole.range, "the other organization's records"),
  );
  if (ledger.count === 0) throw new NotApplicable('the other organization has no usage on closed days');
  return ledger;
}

/** The sums of closed days for the other organization. */
export async function foreignRows(
  context: CheckContext,
  ask: Requester,
  endpoint: Foreign['endpoint'],
): Promise<Foreign | Undecidable> {
  const whole = await closedHistory(context, ask);
  const ledger = await others(ask, whole);
  const read = await othersReadings(ask, whole);
  const allowed = read.map(({ all }) => all.totals);
  const base = { endpoint, allowed, own: whole.history.all.totals, pages: ledger.pages };
  const readable = readableMeasures(ledger);
  const agreeing = (await agreeingMeasures(context, endpoint)).filter((m) => readable.includes(m));
  if (endpoint === 'summary') {
    const summary = await othersSums(ask, whole);
    const all = shownTotals(summary);
    const shown = knownTotals((m) => all[m], agreeing);
    if (Object.keys(shown).length > 0) return { ...base, exchange: summary.exchange, shown };
    const why = "the other organization's summary has no comparable count";
    return new Inconclusive(why, [summary.exchange], 'usage/summary-schema');
  }
  const { exchange, table } = addable(await othersRows(ask, whole));
  const columns = columnsOf(table, read, agreeing);
  const shown = exportTotals(table, columns, agreeing);
  if (Object.keys(shown).length === 0) {
    const why = "no column of the other organization's export is known to be a count";
    return new Inconclusive(why, [exchange], totalsCheck('total_requests'));
  }
  return { ...base, exchange, shown };
}

/** The other organization's records of closed days, in each reading: edge days may be included or not. */
export async function othersReadings(ask: Requester, whole: ClosedHistory): Promise<readonly Aggregate[]> {
  const history = await others(ask, whole);
  const edges = await othersEdges(ask, whole);
  return [history.whole, ...permittedSums({ ...whole, history, edges })];
}

/** The other organization's records at the edges of closed days, requested once per round. */
export function othersEdges(ask: Requester, { paging, range }: ClosedHistory): Promise<Edges> {
  return ask.shared(EDGES, (a) => edgesOf(withOtherKey(a), paging, range));
}

/** Our sums of closed days, requested once per round. */
export function ourSums(ask: Requester, { found, range }: ClosedHistory): Promise<Summary> {
  return ask.shared(OUR_SUMS, (mine) => askSummary(mine, found.names, range, 'our sums'));
}

/** The sums of closed days with the other organization's key, requested once per round. */
export function othersSums(ask: Requester, { found, range }: ClosedHistory): Promise<Summary> {
  return ask.shared(SUMS, (a) =>
    askSummary(withOtherKey(a), found.names, range, "the other organization's sums"),
  );
}

/** The rows of closed days with the other organization's key, requested once per round. */
function othersRows(ask: Requester, { found, range }: ClosedHistory): Promise<Export> {
  return ask.shared(ROWS, (a) =>
    askExport(withOtherKey(a), found.names, range, "the other organization's rows"),
  );
}

/** The rows of closed days for each key, with the records of both organizations. */
export const rowsByKey = (context: CheckContext): ((ask: Requester) => Promise<ForeignRows>)[] =>
  (['our', "the other organization's"] as const).map((whose) => async (ask) => {
    const whole = await closedHistory(context, ask);
    const [ours, theirs] = [whole.history, await others(ask, whole)];
    const [own, strange] = whose === 'our' ? [ours, theirs] : [theirs, ours];
    const { exchange, table } = await (whose === 'our' ? rowsOf(whole, ask) : othersRows(ask, whole));
    return { exchange, whose, table, own, strange };
  });

/** Queries without dates, and with one of them if there are enough days for a split. */
export function openQueries(whole: ClosedHistory): [query: Query, words: string][] {
  const part = middlePart(whole);
  if (isUndecidable(part)) return [[{}, 'without dates']];
  return [
    [{}, 'without dates'],
    [{ start: part.start }, 'with a start alone'],
    [{ end: part.end }, 'with an end alone'],
  ];
}

/**
 * Our rows without dates, and with one of them, and those of closed days with either key; undefined if they are not
 * CSV, which another check reports, or are rejected. None if the export requires both dates.
 */
export async function undatedRows(
  context: CheckContext,
): Promise<((ask: Requester) => Promise<UndatedRows | undefined>)[]> {
  const whole = await closedHistory(context, context);
  if ((await answeringPath(context, context, 'export')) !== EXPORT) return [];
  const asked = openQueries(whole).slice(0, whole.history.count > MANY ? 1 : undefined);
  return asked.map(([query, words]) => async (ask) => {
    const closed = await closedHistory(context, ask);
    const { exchange, table } = await ourRows(context, ask, query, words);
    if (!table) return undefined;
    const [own, others] = [await rowsOf(closed, ask), await othersRows(ask, closed)];
    return { exchange, asked: words, plain: table, own: own.table, others: others.table };
  });
}

async function ourRows(
  context: CheckContext,
  ask: Requester,
  query: Query,
  words: string,
): Promise<MaybeCsv> {
  if (Object.keys(query).length === 0) return plainExport(context, ask);
  const { names } = (await closedHistory(context, ask)).found;
  const exchange = await sendExport(ask, names, query, `our rows ${words}`);
  return { exchange, table: notCsv(exchange) ? undefined : await readExport(exchange, names) };
}
