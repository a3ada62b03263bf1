import type { CheckContext } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { Inconclusive, NotApplicable } from '../../vocabulary/undecidable.ts';
import { PAGING } from '../history/closed-history.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { differs, type Reconciliation, reconciliation } from '../reconcile/totals.ts';
import { totalsCheck } from '../totals-checks.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import { LIVE, type LiveEndpoint } from './live-totals.ts';

/** The checks of whether an endpoint returns the requested days: one that does not may hide current usage. */
const RANGES: Readonly<Record<LiveEndpoint, readonly CheckId[]>> = {
  stats: ['usage/stats-range', 'usage/stats-ranges-meet'],
  summary: ['usage/summary-range', 'usage/summary-ranges-meet'],
  export: ['usage/export-range', 'usage/export-ranges-meet'],
};

/** The facts for checks that follow the totals. */
export const FOLLOWING: readonly CheckId[] = [...PAGING, ...Object.values(RANGES).flat()];

/**
 * Splits endpoints into followable ones and those with wrong ranges or sums of closed days, with the check that
 * reports it. For checks that adapt to `FOLLOWING`.
 */
export async function withoutUnsound(
  context: CheckContext,
  all: readonly EndpointTimeline[],
): Promise<Pick<Accounts, 'timelines' | 'leftOut'>> {
  const faulty = all.length === 0 ? new Map<LiveEndpoint, CheckId>() : await unsound(context);
  for (const endpoint of LIVE) {
    const failed = RANGES[endpoint].find((id) => context.failed(id));
    if (failed) faulty.set(endpoint, failed);
  }
  const leftOut = all.flatMap(({ endpoint, before }) => {
    const blockedBy = faulty.get(endpoint);
    if (blockedBy === undefined) return [];
    const why = `closed days already differ, see ${blockedBy}`;
    return [{ endpoint, error: new Inconclusive(why, [before.exchange], blockedBy) }];
  });
  return { timelines: all.filter(({ endpoint }) => !faulty.has(endpoint)), leftOut };
}

/** Endpoints with different sums on closed days, and the check that reports it. */
async function unsound(context: CheckContext): Promise<Map<LiveEndpoint, CheckId>> {
  const faulty = new Map<LiveEndpoint, CheckId>();
  let compared: Reconciliation;
  try {
    compared = await reconciliation(context, context);
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof NotApplicable) return faulty;
    throw error;
  }
  const { parties, readings, against } = compared;
  const wrong = (measure: Measure) => parties.filter((party) => differs(readings, party, measure));
  for (const measure of [...MEASURES].reverse()) {
    const [first, second] = wrong(measure);
    if (!first) continue;
    const agree = second && first.totals[measure] === second.totals[measure];
    const named = agree ? (['stats'] as const) : wrong(measure).map((party) => party.name);
    // If two differ, it is unknown which of them is wrong.
    const names = against === 'export' ? [...named, against] : named;
    for (const name of names) faulty.set(name, totalsCheck(measure));
  }
  return faulty;
}
