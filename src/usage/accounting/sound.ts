import { type Asking, type Interview, NotApplicable, Undecided } from '../../check.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { totalsCheck } from '../reconcile/check-ids.ts';
import { differs, type Reconciliation, reconciliation } from '../reconcile/totals.ts';
import type { LiveEndpoint } from './reading.ts';
import { accounts, accountsAgain } from './rounds.ts';
import type { Accounts } from './tracks.ts';

/**
 * The accounts without the endpoints that add up wrongly on closed days already: those can't grow rightly either, and
 * the check that compares totals says so.
 */
export async function sound(t: Interview): Promise<Accounts> {
  return without(await accounts(t), await unsound(t));
}

/** The same with totals that were read once more. */
export async function soundAgain(t: Interview, ask: Asking): Promise<Accounts> {
  return without(await accountsAgain(t, ask), await unsound(t));
}

function without(seen: Accounts, faulty: ReadonlyMap<LiveEndpoint, string>): Accounts {
  const leftOut = seen.tracks
    .filter((track) => faulty.has(track.endpoint))
    .map(({ endpoint, last }) => {
      const culprit = faulty.get(endpoint)!;
      const error = new Undecided(
        `it adds up wrongly on closed days, see ${culprit}`,
        [last.exchange],
        culprit,
      );
      return { endpoint, error };
    });
  const tracks = seen.tracks.filter((track) => !faulty.has(track.endpoint));
  return { ...seen, tracks, leftOut: [...seen.leftOut, ...leftOut] };
}

/** Endpoints whose sums differ on closed days, and the check that reports it. */
async function unsound(t: Interview): Promise<Map<LiveEndpoint, string>> {
  const faulty = new Map<LiveEndpoint, string>();
  let compared: Reconciliation;
  try {
    compared = await reconciliation(t, t);
  } catch (error) {
    if (error instanceof Undecided || error instanceof NotApplicable) return faulty;
    throw error;
  }
  const { parties, readings } = compared;
  const wrong = (measure: Measure) => parties.filter((party) => differs(readings, party, measure));
  for (const measure of [...MEASURES].reverse()) {
    const [first, second] = wrong(measure);
    if (!first) continue;
    const agree = second && first.totals[measure] === second.totals[measure];
    const names = agree ? (['stats'] as const) : wrong(measure).map((party) => party.name);
    for (const name of names) faulty.set(name, totalsCheck(measure));
  }
  return faulty;
}
