import type { Requester } from '../../vocabulary/check.ts';
import type { Aggregate } from '../aggregate.ts';
import { type Day, type DayRange, daysAfter, EVER, nearEdge } from '../days.ts';
import type { Query } from '../endpoints.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { type Paging, walk } from '../walk/walk.ts';

/** Parts whose day may be on either side of an edge, in chronological order. */
export interface Edges {
  start: [instant: number, aggregate: Aggregate][];
  end: [instant: number, aggregate: Aggregate][];
}

/** The records near the edges of a range. */
export async function edgesOf(ask: Requester, paging: Paging, range: DayRange): Promise<Edges> {
  const around = (day: Day): Query => ({ start: daysAfter(day, -3), end: daysAfter(day, 3) });
  const end = await walk(ask, paging, around(range.end), 'records around the end of the range');
  const start =
    range.start === EVER
      ? undefined
      : await walk(ask, paging, around(range.start), 'records around the start of the range');
  return {
    start: start ? within(start.byInstant, range.start) : [],
    end: within(end.byInstant, range.end),
  };
}

/** The parts near an edge, in chronological order. */
export function within(aggregates: UsageSnapshot['byInstant'], edge: Day): [number, Aggregate][] {
  return [...aggregates].filter(([instant]) => nearEdge(instant, edge)).sort((a, b) => a[0] - b[0]);
}
