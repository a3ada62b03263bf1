import type { Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { daysAfter } from '../days.ts';
import type { Query } from '../endpoints.ts';
import { minus, same } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline } from './endpoint-timeline.ts';
import { type LiveTotals, readLiveTotals } from './live-totals.ts';

/**
 * Asks endpoints that still say what they said before the run for the same days by another address: a cache may give the first
 * answer to each address, while what it was made of has grown. If other later ends do not help either, a range until today
 * may: fewer days never have more usage. Gives the accounts of those that neither concerns.
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
    const read = (range: Query) => orUndefined(readLiveTotals(ask, found, timeline.endpoint, range));
    const includes = (reading: LiveTotals | undefined): reading is LiveTotals =>
      reading !== undefined && !isShort(minus(reading.totals, timeline.before.totals), bounds);
    let other: LiveTotals | undefined;
    for (const range of otherRanges(timeline)) other ??= await read(range);
    if (includes(other)) timeline.elsewhere = other;
    else if (other) await readUntilToday(timeline, read, includes);
  }
  return { ...accounts, timelines: accounts.timelines.filter((one) => !one.elsewhere && !one.untilToday) };
}

/** Reads ranges that end today, or tomorrow where the end is excluded, and a later one once more. */
async function readUntilToday(
  timeline: EndpointTimeline,
  read: (range: Query) => Promise<LiveTotals | undefined>,
  includes: (reading: LiveTotals | undefined) => reading is LiveTotals,
): Promise<void> {
  const { start, end } = timeline.range;
  if (start === undefined) return;
  for (const days of [2, 3].filter((one) => daysAfter(start, one) !== end)) {
    const untilToday = await read({ start, end: daysAfter(start, days) });
    if (!includes(untilToday)) continue;
    const again = await read({ start, end: daysAfter(start, 6) });
    if (again && !includes(again)) timeline.untilToday = untilToday;
    return;
  }
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
