import type { Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { askExport } from '../csv/export.ts';
import type { Table } from '../csv/table.ts';
import type { Query } from '../endpoints.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import { inEmptyRange } from '../history/ranges.ts';
import { MEASURES } from '../measures.ts';
import { unlessRangeRefused } from '../required-answer.ts';
import { askSummary, shownTotals } from '../summary.ts';

/** The usage that an endpoint shows for a range: requests, or another count if those are not shown. */
interface Shown {
  exchange: Exchange;
  count: bigint;
}

/**
 * Rejects with `Inconclusive` if an endpoint shows usage for a range without any: its totals are then not comparable
 * with records. An endpoint that rejects such ranges reads them.
 */
export async function keepsRange(
  ask: Requester,
  whole: ClosedHistory,
  name: 'summary' | 'export',
): Promise<void> {
  const nothing = await inEmptyRange(
    whole.found,
    (range, time) => shown(ask, whole, name, range, time).catch(unlessRangeRefused),
    (answer) => answer === undefined,
  );
  if (!nothing || nothing.count === 0n) return;
  throw new Inconclusive(`the ${name} ignores its range`, [nothing.exchange], `usage/${name}-range`);
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
