import { type Day, dayOf } from '../days.ts';
import { MEASURES } from '../measures.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';

/**
 * A day whose usage became smaller between the first and the last reading of the stats: older usage is
 * corrected, and how much of the growth this hides is unknown: waiting shows no more. Usage of the run is of the latest day, which shrinks only
 * by a violation. Undefined without such a day.
 */
export function reducedDay({ timelines }: { timelines: readonly EndpointTimeline[] }): Day | undefined {
  const stats = timelines.find(({ endpoint }) => endpoint === 'stats');
  const [before, last] = [stats?.before.days, stats?.last.days];
  if (!before || !last) return undefined;
  const latest = Math.max(...before.keys(), ...last.keys());
  const reduced = [...before].find(
    ([instant, totals]) =>
      instant !== latest &&
      MEASURES.some((measure) => (last.get(instant)?.[measure] ?? 0n) < totals[measure]),
  );
  return reduced && dayOf(reduced[0]);
}
