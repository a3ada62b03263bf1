import type { Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { daysAfter } from '../days.ts';
import type { Discovered } from '../discovery/discover.ts';
import type { Query } from '../endpoints.ts';
import { minus, same } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline } from './endpoint-timeline.ts';
import { type LiveTotals, readLiveTotals } from './live-totals.ts';

/**
 * Asks endpoints that still say what they said before the run for the same days by another address: a cache may give the first
 * answer to each address, while what it was made of has grown. Gives the accounts of those that it does not concern.
 */
export async function withoutRemembered(
  ask: Requester,
  found: Discovered,
  accounts: Accounts,
): Promise<Accounts> {
  for (const timeline of accounts.timelines) {
    if (!same(timeline.last.totals, timeline.before.totals)) continue;
    const bounds = boundsOf(all(accounts, timeline));
    if (bounds.least.total_requests === 0n) continue;
    for (const range of otherRanges(timeline)) {
      const reading = await orUndefined(readLiveTotals(ask, found, timeline.endpoint, range));
      if (reading && !isShort(minus(reading.totals, timeline.before.totals), bounds))
        timeline.elsewhere = reading;
      if (reading) break;
    }
  }
  return { ...accounts, timelines: accounts.timelines.filter(({ elsewhere }) => elsewhere === undefined) };
}

/** The same days, with another end in the days to come. */
function otherRanges({ range: { start, end } }: EndpointTimeline): Query[] {
  if (start === undefined || end === undefined) return [];
  const to = (days: number): Query => ({ start, end: daysAfter(String(end), days) });
  return [to(1), to(-1), { start }];
}

/** How old the answer of an endpoint was at least when it was given once more, in words. */
export function rememberedFor({
  endpoint,
  before,
  last,
  range,
}: EndpointTimeline & { elsewhere: LiveTotals }): string {
  const seconds = Math.round((last.exchange.startedAt - before.exchange.startedAt) / 1000);
  return `the ${endpoint} repeats its answer from before the run ${seconds} s later, and includes all completions for another end date than ${range.end}: use a longer --settle to decide`;
}
