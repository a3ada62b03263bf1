import type { Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { decided, Inconclusive, NotApplicable } from '../../vocabulary/undecidable.ts';
import { askExport } from '../csv/export.ts';
import type { Table } from '../csv/table.ts';
import type { Query } from '../endpoints.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import { EMPTY_RANGE, middlePart } from '../history/ranges.ts';
import { MEASURES } from '../measures.ts';
import { isRangeRefused } from '../required-answer.ts';
import { askSummary, shownTotals } from '../summary.ts';

/** The usage that an endpoint shows for a range: requests, or another count if those are not shown. */
interface Shown {
  exchange: Exchange;
  count: bigint;
}

/**
 * Rejects with `Inconclusive` if an endpoint shows the same for any range: its totals are then not comparable with
 * records. A range before all records is empty; if old dates are rejected, a part of closed days has to differ from
 * all of them.
 */
export async function keepsRange(
  ask: Requester,
  whole: ClosedHistory,
  name: 'summary' | 'export',
): Promise<void> {
  const nothing = await shown(ask, whole, name, EMPTY_RANGE, 'a time before all records').catch(refused);
  if (nothing?.count === 0n) return;
  if (!nothing) {
    const all = await shown(ask, whole, name, whole.range, 'closed days once more');
    const part = await shown(ask, whole, name, partOf(whole), 'a part of closed days');
    // An endpoint without any usage respects every range, and lacks the usage of the others.
    if (all.count === 0n || part.count < all.count) return;
    // If a range is ignored it shows the same before and after, or more as time passes.
    const again = await shown(ask, whole, name, whole.range, 'closed days, to see whether they grow');
    if (part.count > again.count) return;
    throw ignored(name, part.exchange);
  }
  throw ignored(name, nothing.exchange);
}

function ignored(name: 'summary' | 'export', exchange: Exchange): Inconclusive {
  return new Inconclusive(`the ${name} ignores its range`, [exchange], `usage/${name}-range`);
}

async function shown(
  ask: Requester,
  { found }: ClosedHistory,
  name: 'summary' | 'export',
  range: Query,
  of: string,
): Promise<Shown> {
  if (name === 'export') {
    const { exchange, table } = await askExport(ask, found.names, range, `the rows of ${of}`);
    return { exchange, count: amountOf(table) };
  }
  const summary = await askSummary(ask, found.names, range, `the sums of ${of}`);
  const totals = shownTotals(summary);
  return { exchange: summary.exchange, count: totals.total_requests ?? Object.values(totals)[0] ?? -1n };
}

/**
 * The total of an export in a count that it shows, or else its number of rows: aggregated rows are equally many for
 * any range.
 */
function amountOf({ records, columns, all, sums }: Table): bigint {
  const named = [...MEASURES].reverse().find((measure) => columns[measure] !== undefined);
  const [other] = sums.values();
  const amount = named ? all.totals[named] : other?.value;
  return amount || BigInt(records);
}

/** Undefined for a rejected range; everything else is passed on. */
function refused(error: unknown): undefined {
  if (!isRangeRefused(error)) throw error;
}

function partOf(whole: ClosedHistory): Query {
  const part = middlePart(whole);
  return decided(part instanceof NotApplicable ? new Inconclusive(part.message) : part);
}
