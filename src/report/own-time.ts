import type { CheckLine } from '../vocabulary/record.ts';

/** When an exchange was in flight, and its owner. */
export interface Flight {
  owner: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

/**
 * The time of each check in milliseconds: how long at least one of its own exchanges was in flight. Each exchange
 * belongs to one check: the one that sent it, else the first that used it. Waits for responses of other checks do
 * not count, so that one slow response makes one check slow.
 */
export function ownTimes(
  order: readonly string[],
  results: ReadonlyMap<string, CheckLine>,
  flights: ReadonlyMap<string, Flight>,
): Map<string, number> {
  const flown = new Map<string, Flight[]>(order.map((id) => [id, []]));
  const taken = new Set<string>();
  for (const [id, flight] of flights) {
    const sender = flown.get(flight.owner.replace(/#2$/, ''));
    if (!sender) continue;
    sender.push(flight);
    taken.add(id);
  }
  for (const check of order) {
    for (const id of results.get(check)?.evidence ?? []) {
      const flight = flights.get(id);
      if (!flight || taken.has(id)) continue;
      flown.get(check)!.push(flight);
      taken.add(id);
    }
  }
  return new Map([...flown].map(([check, its]) => [check, Math.round(lengthOf(its))]));
}

/** The length of the union of intervals. */
function lengthOf(flights: readonly Flight[]): number {
  let length = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of flights.toSorted((a, b) => a.from - b.from)) {
    length += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return length;
}
