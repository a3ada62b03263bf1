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

/** How much an endpoint shows for a range: requests, or another count where those are not shown. */
interface Shown {
  exchange: Exchange;
  count: bigint;
}

/**
 * Rejects with `Inconclusive` where an endpoint shows the same whatever range is asked for: what it comes to can't be
 * held against records then. A time before all records brings nothing; where looking back so far is refused, a part of
 * closed days has to bring something else than all of them.
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
    // One that shows nothing at all keeps every range, and lacks what the others have.
    if (all.count === 0n || part.count < all.count) return;
    // Of a range that is ignored it shows the same before and after, or more as time goes on.
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

/** What an export comes to in a count that it shows, or else its rows: rows that add up records are as many for any range. */
function amountOf({ records, columns, all, sums }: Table): bigint {
  const named = [...MEASURES].reverse().find((measure) => columns[measure] !== undefined);
  const [other] = sums.values();
  const amount = named ? all.totals[named] : other?.value;
  return amount || BigInt(records);
}

/** Nothing for a range that was refused; everything else passes through. */
function refused(error: unknown): undefined {
  if (!isRangeRefused(error)) throw error;
}

function partOf(whole: ClosedHistory): Query {
  const part = middlePart(whole);
  return decided(part instanceof NotApplicable ? new Inconclusive(part.message) : part);
}
