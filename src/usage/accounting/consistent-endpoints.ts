import { type CheckContext, Inconclusive, NotApplicable, type Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { totalsCheck } from '../reconcile/check-ids.ts';
import { differs, type Reconciliation, reconciliation } from '../reconcile/totals.ts';
import type { Accounts } from './endpoint-timeline.ts';
import type { LiveEndpoint } from './live-totals.ts';
import { accounts, accountsAgain } from './rounds.ts';

/**
 * The accounts without the endpoints that add up wrongly on closed days already: those can't grow rightly either, and
 * the check that compares totals says so.
 */
export async function consistentEndpoints(context: CheckContext): Promise<Accounts> {
  return without(await accounts(context), await unsound(context));
}

/** The same with totals that were read once more. */
export async function consistentEndpointsAgain(context: CheckContext, ask: Requester): Promise<Accounts> {
  return without(await accountsAgain(context, ask), await unsound(context));
}

function without(seen: Accounts, faulty: ReadonlyMap<LiveEndpoint, CheckId>): Accounts {
  const leftOut = seen.timelines
    .filter((timeline) => faulty.has(timeline.endpoint))
    .map(({ endpoint, last }) => {
      const blockedBy = faulty.get(endpoint)!;
      const error = new Inconclusive(
        `it adds up wrongly on closed days, see ${blockedBy}`,
        [last.exchange],
        blockedBy,
      );
      return { endpoint, error };
    });
  const timelines = seen.timelines.filter((timeline) => !faulty.has(timeline.endpoint));
  return { ...seen, timelines, leftOut: [...seen.leftOut, ...leftOut] };
}

/** Endpoints whose sums differ on closed days, and the check that reports it. */
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
    // Of two that differ, nothing tells which of them is wrong.
    const names = against === 'export' ? [...named, against] : named;
    for (const name of names) faulty.set(name, totalsCheck(measure));
  }
  return faulty;
}
