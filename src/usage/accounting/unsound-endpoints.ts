import type { CheckContext } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { USAGE_ENDPOINTS, type UsageEndpoint } from '../endpoints.ts';
import { PAGING } from '../history/closed-history.ts';
import { MEASURES, type Measure, type Totals, totalsCheck } from '../measures.ts';
import { differs, reconciliation } from '../reconcile/totals.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';

/** The checks of whether an endpoint returns the requested days: one that does not may hide current usage. */
const RANGES: Readonly<Record<UsageEndpoint, readonly CheckId[]>> = {
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
  const faulty = all.length === 0 ? new Map<UsageEndpoint, CheckId>() : await unsound(context);
  for (const endpoint of USAGE_ENDPOINTS) {
    const failed = RANGES[endpoint].find((id) => context.failed(id));
    if (failed) faulty.set(endpoint, failed);
  }
  const leftOut = all.flatMap(({ endpoint, before }) => {
    const blockedBy = faulty.get(endpoint);
    const rounded = roundedTotal(before.totals);
    if (blockedBy === undefined && rounded !== undefined) {
      const why = `its totals are rounded, as ${rounded}: they cannot grow by what single completions use`;
      return [{ endpoint, error: new Inconclusive(why, [before.exchange]) }];
    }
    if (blockedBy === undefined) return [];
    const why = `closed days already differ, see ${blockedBy}`;
    return [{ endpoint, error: new Inconclusive(why, [before.exchange], blockedBy) }];
  });
  const isLeftOut = (endpoint: UsageEndpoint) => leftOut.some((one) => one.endpoint === endpoint);
  return { timelines: all.filter(({ endpoint }) => !isLeftOut(endpoint)), leftOut };
}

/** From here on floating point has 17 digits, the last of which are zeros, and the usage of a completion vanishes in them. */
const COARSE = 2n ** 57n;

/** A total that was added up in floating point; undefined where they are exact, or small enough. Sums of such numbers end in zeros, too. */
function roundedTotal(totals: Totals): bigint | undefined {
  const large = MEASURES.map((m) => totals[m]).filter((total) => total > COARSE);
  return large.length > 2 && large.every((total) => total % 10n === 0n) ? large[0] : undefined;
}

/** Endpoints with different sums on closed days, and the check that reports it. */
async function unsound(context: CheckContext): Promise<Map<UsageEndpoint, CheckId>> {
  const faulty = new Map<UsageEndpoint, CheckId>();
  const compared = await orUndefined(reconciliation(context, context));
  if (!compared) return faulty;
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
