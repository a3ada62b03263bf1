import { type Asking, type Interview, Undecided } from '../check.ts';
import { DAY, type Day, daysAfter, FARTHEST_MIDNIGHT, startOf } from './days.ts';
import type { Discovered } from './discovery/discover.ts';
import type { Query } from './endpoints.ts';
import { EVER, ground } from './ground.ts';
import { type Group, merged } from './group.ts';
import type { Ledger } from './walk/ledger.ts';
import { STATS_SCHEMA } from './walk/page.ts';
import { type Paging, walk } from './walk/walk.ts';

/** The closed past of the organization: what every comparison rests on. */
export interface Frame {
  found: Discovered;
  paging: Paging;
  /** An explicit range of days that ended long ago. */
  range: { start: Day; end: Day };
  /** All records that the stats show for the range. */
  history: Ledger;
  /** Records near the edges of the range, by instant: an honest service may count them in or not. */
  edges: Edges;
}

/** Groups of records whose day may lie on either side of an edge, in the order of time. */
export interface Edges {
  start: [instant: number, group: Group][];
  end: [instant: number, group: Group][];
}

/**
 * The frame, walked once a run and once more when a breach is confirmed. Throws `NotApplicable` where there is no
 * history, `Undecided` where names were not found, paging is broken or records can't be read.
 */
export async function frame(t: Interview, ask: Asking): Promise<Frame> {
  const surveyed = await survey(t, ask);
  const { history } = surveyed;
  if (history.unreadable) {
    throw new Undecided(`a record can't be read: ${history.unreadable.what}`, history.pages, STATS_SCHEMA);
  }
  return surveyed;
}

/** The frame as it came, also when some records can't be read. */
export async function survey(t: Interview, ask: Asking): Promise<Frame> {
  const { found, range, size } = await ground(t, ask);
  return ask.shared('usage/frame', async (asking) => {
    const paging: Paging = { names: found.names, size, stableIds: found.stableIds };
    const history = await walk(asking, paging, range, 'records of closed days');
    const around = (day: Day): Query => ({ start: daysAfter(day, -3), end: daysAfter(day, 3) });
    const end = await walk(asking, paging, around(range.end), 'records around the end of the range');
    const start =
      range.start === EVER
        ? undefined
        : await walk(asking, paging, around(range.start), 'records around the start of the range');
    const edges: Edges = { start: start ? within(start, range.start) : [], end: within(end, range.end) };
    return { found, paging, range, history, edges };
  });
}

/** The records whose day begins so near to the day of an edge that it depends on the service where they belong. */
export function nearEdge(instant: number, edge: Day): boolean {
  return instant >= startOf(edge) - FARTHEST_MIDNIGHT && instant <= startOf(edge) + DAY + FARTHEST_MIDNIGHT;
}

function within(ledger: Ledger, edge: Day): [number, Group][] {
  return [...ledger.byInstant].filter(([instant]) => nearEdge(instant, edge)).sort((a, b) => a[0] - b[0]);
}

/** What surely belongs to the range. */
export function core(frame: Frame): Group {
  const { range, history, edges } = frame;
  const surely = [...history.byInstant].filter(
    ([instant]) =>
      !nearEdge(instant, range.end) && !(edges.start.length > 0 && nearEdge(instant, range.start)),
  );
  return merged(surely.map(([, group]) => group));
}

/**
 * What a service may honestly find in the range: the core, and the records near its edges from some moment on and up
 * to some moment (inclusive or exclusive, at whatever midnight). The narrowest reading comes first.
 */
export function readings(frame: Frame): Group[] {
  const middle = core(frame);
  const { start, end } = frame.edges;
  const all: Group[] = [];
  for (let from = start.length; from >= 0; from--) {
    for (let to = 0; to <= end.length; to++) {
      all.push(
        merged([middle, ...start.slice(from).map(([, g]) => g), ...end.slice(0, to).map(([, g]) => g)]),
      );
    }
  }
  return all;
}
